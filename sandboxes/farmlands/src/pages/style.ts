export const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44"><rect width="44" height="44" rx="12" fill="#f6f1e4"/><path d="M22 36V17m0 7c-6 0-9-3-9-9 6 0 9 3 9 9Zm0-4c0-6 3-10 9-10 0 6-3 10-9 10Z" fill="none" stroke="#33592c" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"/></svg>`

export const styleSheet = `
:root{--brand:#33592c;--link:#33592c;--accent:#d79b2f;--ground:#f6f4ee;--card:#fff;--ink:#1b2119;--soft:#5b6357;--line:#e0dfd5;--good:#1c6b3a;--bad:#a12a1c;--warn:#8a5a00;--field:#fff;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--link:#a9d39e;--ground:#11150f;--card:#1a1f18;--ink:#ebefe7;--soft:#a7b0a2;--line:#2e352b;--good:#7fd79c;--bad:#ff9d8f;--warn:#f0c46a;--field:#12160f}}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:flex;flex-direction:column;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:6px}
header{background:#33592c;color:#fff;border-bottom:4px solid var(--accent)}
header div{max-width:70rem;margin:0 auto;padding:.85rem 1.1rem}
header a{display:inline-flex;gap:.8rem;align-items:center;color:inherit;text-decoration:none}
header span{display:flex;flex-direction:column;line-height:1.25;font-size:.85rem}
header strong{font-size:1.1rem}
main{flex:1;width:100%;max-width:70rem;margin:0 auto;padding:1.5rem 1.1rem 2.5rem}
h1{font-size:1.5rem;margin:0 0 1rem}
h2{font-size:1.05rem;margin:0 0 .75rem}
section{background:var(--card);border:1px solid var(--line);border-radius:16px;padding:1.2rem 1.4rem;margin:0 0 1rem}
.figures{display:flex;flex-wrap:wrap;gap:2.5rem}
.figures p{margin:0;color:var(--soft)}
.figures b{display:block;color:var(--ink);font-size:1.6rem;font-variant-numeric:tabular-nums;letter-spacing:-.02em}
.soft{color:var(--soft);font-size:.9rem}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:.9rem}
th,td{text-align:left;padding:.5rem .6rem;border-top:1px solid var(--line);vertical-align:middle}
thead>tr>*{border-top:0;color:var(--soft);font-weight:600;white-space:nowrap}
td:first-child,th:first-child{padding-left:0}
.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;font-weight:600}
code{font:.86em ui-monospace,"SF Mono",Menlo,Consolas,monospace}
.card{white-space:nowrap}
.chip{border:1px solid currentcolor;border-radius:99px;padding:.05rem .6rem;font-size:.82rem;color:var(--good)}
.chip.inactive{color:var(--bad)}
.chip.expired{color:var(--warn)}
.line{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end;margin-bottom:1rem}
.line label{flex:1 1 9rem}
label span{display:block;font-weight:600;font-size:.9rem;margin-bottom:.25rem}
input,select{width:100%;font:inherit;color:inherit;background:var(--field);border:1px solid var(--soft);border-radius:10px;padding:.6rem .75rem;min-height:3rem}
button{font:inherit;font-weight:600;min-height:3rem;padding:.6rem 1.2rem;border-radius:12px;border:1px solid transparent;background:#33592c;color:#fff;cursor:pointer;white-space:nowrap}
button:hover{filter:brightness(1.12)}
.plain{background:transparent;color:var(--ink);border-color:var(--soft)}
td .plain{min-height:2.2rem;padding:.2rem .8rem;font-size:.85rem}
ul{list-style:none;margin:0 0 1rem;padding:0}
li{display:flex;justify-content:space-between;align-items:center;gap:1rem;padding:.5rem 0;border-top:1px solid var(--line)}
footer{padding:1rem 1.1rem 1.6rem;text-align:center;color:var(--soft);font-size:.82rem}
footer p{margin:.2rem 0}
`
