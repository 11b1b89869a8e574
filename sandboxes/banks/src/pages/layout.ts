import type { Bank } from '../banks.ts'
import { html, type Html } from './html.ts'

export const page = (bank: Bank, title: string, body: Html, signedIn?: { name: string; csrf: string }): Html =>
  html`<!doctype html>
    <html lang="en-NZ">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${bank.name}</title>
        <link rel="stylesheet" href="/${bank.id}/style.css" />
        <link rel="icon" href="/${bank.id}/mark.svg" type="image/svg+xml" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="mast">
          <div class="mast-in">
            <a class="brand" href="/${bank.id}/accounts"
              ><span class="mark" aria-hidden="true">${bank.monogram}</span
              ><span class="brand-words"><strong>${bank.name}</strong><span>${bank.tagline}</span></span></a
            >
            ${
              signedIn &&
              html`<form class="who" method="post" action="/${bank.id}/logout">
                <span class="who-name">${signedIn.name}</span><input type="hidden" name="csrf" value="${signedIn.csrf}" /><button class="quiet">Log out</button>
              </form>`
            }
          </div>
        </header>
        <main id="main">${body}</main>
        <footer><p>Practice bank. No real money, no real customers, not connected with any bank.</p></footer>
      </body>
    </html>`

export const markSvg = (bank: Bank): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${bank.brand}"/><text x="16" y="22.5" text-anchor="middle" font-family="Georgia, serif" font-size="19" font-weight="700" fill="#fff">${bank.monogram}</text></svg>`

export const styleSheet = (bank: Bank): string => `
:root{--brand:${bank.brand};--link:${bank.brand};--accent:${bank.accent};--ground:#f4f5f3;--card:#fff;--ink:#16201d;--soft:#55615c;--line:#dde2de;--good:#0f6b43;--bad:#a3201f;--wash:color-mix(in srgb,var(--accent) 12%,#fff);--field:#fff;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--link:${bank.brandOnDark};--ground:#0f1413;--card:#181f1d;--ink:#e9efec;--soft:#a3b0aa;--line:#2c3633;--good:#6fd6a0;--bad:#ff9c94;--wash:color-mix(in srgb,var(--accent) 16%,#181f1d);--field:#101615}}
.mast{background:${bank.pattern},${bank.brand}}
.mark{border-radius:${bank.shape}}
${baseStyle}`

const baseStyle = `
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:flex;flex-direction:column;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;-webkit-text-size-adjust:100%}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:6px}
.skip{position:absolute;left:-99rem;top:.5rem;background:var(--card);padding:.5rem 1rem;border-radius:8px;z-index:2}
.skip:focus{left:.5rem}
.mast{color:#fff;border-bottom:4px solid var(--accent)}
.mast-in{max-width:44rem;margin:0 auto;padding:.85rem 1.1rem;display:flex;align-items:center;justify-content:space-between;gap:1rem;flex-wrap:wrap}
.brand{display:flex;align-items:center;gap:.75rem;color:inherit;text-decoration:none}
.mark{display:grid;place-items:center;width:2.6rem;height:2.6rem;background:#fff;color:var(--brand);font:700 1.45rem/1 Georgia,"Times New Roman",serif}
.brand-words{display:flex;flex-direction:column;line-height:1.2}
.brand-words strong{font-size:1.1rem;letter-spacing:.01em}
.brand-words span{font-size:.8rem;opacity:.85}
.who{display:flex;align-items:center;gap:.75rem;font-size:.9rem;margin:0}
.who-name{display:none}
main{flex:1;width:100%;max-width:44rem;margin:0 auto;padding:1.4rem 1.1rem 2.5rem}
h1{font-size:1.5rem;line-height:1.2;margin:.2rem 0 1rem;letter-spacing:-.01em;text-wrap:balance}
h2{font-size:1.05rem;margin:0 0 .75rem}
p{margin:.5rem 0 1rem}
.soft{color:var(--soft)}
.small{font-size:.875rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:16px;padding:1.15rem;margin:0 0 1rem;box-shadow:0 1px 2px rgb(0 0 0/.04)}
.card>:first-child{margin-top:0}
.card>:last-child{margin-bottom:0}
.narrow{max-width:27rem;margin-inline:auto}
.field{display:block;margin:0 0 1rem}
.field>span{display:block;font-weight:600;margin-bottom:.3rem}
input[type=text],input[type=password],input[type=number],select,textarea{width:100%;font:inherit;color:inherit;background:var(--field);border:1px solid var(--soft);border-radius:10px;padding:.7rem .8rem;min-height:3rem}
textarea{min-height:7rem;font:.85rem/1.4 ui-monospace,"SF Mono",Menlo,Consolas,monospace;word-break:break-all}
button,.button{display:inline-flex;align-items:center;justify-content:center;font:inherit;font-weight:600;line-height:1.2;min-height:3rem;padding:.75rem 1.25rem;border-radius:12px;border:1px solid transparent;background:var(--brand);color:#fff;cursor:pointer;text-decoration:none}
@media (prefers-color-scheme:dark){button,.button{background:var(--link);color:#10161a}.quiet,.plain{color:var(--ink)}}
button:hover,.button:hover{filter:brightness(1.12)}
.plain{background:transparent;color:var(--ink);border-color:var(--soft)}
.quiet,.quiet:hover{background:transparent;color:#fff;border-color:rgb(255 255 255/.5);min-height:2.4rem;padding:.35rem .9rem;font-size:.9rem}
.actions>*,.quiet{white-space:nowrap}
.actions>*{padding-inline:.6rem}
.actions{display:grid;gap:.75rem;margin-top:1.1rem}
.alert{border:1px solid var(--bad);border-left-width:5px;border-radius:12px;padding:.75rem 1rem;margin:0 0 1rem;background:var(--card)}
.alert strong{color:var(--bad)}
.figure{font-size:2.3rem;font-weight:700;letter-spacing:-.02em;line-height:1.1;font-variant-numeric:tabular-nums;margin:.1rem 0 .4rem}
dl{margin:0;display:grid;gap:.55rem}
dl>div{display:flex;justify-content:space-between;gap:1rem;border-top:1px solid var(--line);padding-top:.55rem}
dt{color:var(--soft);white-space:nowrap}
dd{margin:0;text-align:right;font-weight:500;overflow-wrap:anywhere}
fieldset{border:0;padding:0;margin:0}
legend{padding:0;font-weight:600;margin-bottom:.6rem}
.choice{display:flex;align-items:center;gap:.75rem;padding:.85rem .85rem;border:1px solid var(--line);border-radius:12px;margin-bottom:.6rem;cursor:pointer}
.choice:has(:checked){border-color:var(--link);background:var(--wash)}
.choice:has(:disabled){opacity:.65;cursor:not-allowed}
.choice input{width:1.25rem;height:1.25rem;accent-color:var(--link);flex:none}
.choice>span:first-of-type{flex:1;min-width:0}
.choice small,.row small{display:block;color:var(--soft);font-size:.85rem}
.choice small{white-space:nowrap;font-size:.8rem}
.num{flex:none;font-variant-numeric:tabular-nums;white-space:nowrap;font-weight:600}
.rows{list-style:none;margin:0;padding:0}
.rows>li{border-top:1px solid var(--line)}
.rows>li:first-child{border-top:0}
.row{display:flex;justify-content:space-between;align-items:center;gap:1rem;padding:.85rem .15rem;color:inherit;text-decoration:none}
a.row:hover strong{text-decoration:underline}
.row>span{min-width:0;overflow-wrap:anywhere}
.in{color:var(--good)}
.words{display:flex;flex-wrap:wrap;gap:.3rem .4rem;margin-top:.3rem}
.words span{background:var(--wash);border-radius:6px;padding:.05rem .45rem;font-size:.82rem}
.words b{font-weight:600;color:var(--soft);margin-right:.25rem}
.day{font-size:.85rem;font-weight:600;color:var(--soft);margin:1.1rem 0 .1rem}
.pick,.pick:hover{width:100%;background:transparent;color:inherit;border:0;text-align:left;font-weight:400;border-radius:8px;filter:none}
.pick:hover strong{text-decoration:underline}
.wide main,.wide .mast-in{max-width:64rem}
.gap{margin-top:1rem}
footer{padding:1rem 1.1rem 1.6rem;text-align:center;color:var(--soft);font-size:.82rem}
footer p{margin:0}
table{width:100%;border-collapse:collapse;font-size:.88rem}
th,td{text-align:left;padding:.45rem .5rem;border-top:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-weight:600;border-top:0}
.scroll{overflow-x:auto}
code{font:.85em ui-monospace,"SF Mono",Menlo,Consolas,monospace;overflow-wrap:anywhere}
.chip{display:inline-block;border:1px solid var(--line);border-radius:99px;padding:.1rem .65rem;font-size:.82rem;margin:.1rem .2rem .1rem 0}
.line{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end}
.line .field{margin:0;flex:1 1 9rem}
.line button{flex:none}
@media (min-width:40rem){main{padding-top:2rem}.who-name{display:inline}.actions:has(>:nth-child(2)){grid-template-columns:1fr 1fr}.actions>:nth-child(2){order:-1}.card{padding:1.4rem 1.6rem}}
@media (prefers-reduced-motion:no-preference){button,.button,.choice{transition:filter .12s,background-color .12s,border-color .12s}}
`
