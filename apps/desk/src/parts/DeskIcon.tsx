const paths = {
  pulse: 'M3 12.5h4l2.5-7 4.5 13 2.5-6H21',
  eyes: 'M8 8a2.7 2.7 0 1 1 0 5.4A2.7 2.7 0 0 1 8 8M16 8a2.7 2.7 0 1 1 0 5.4A2.7 2.7 0 0 1 16 8M3.5 18.5c.3-1.8 1.9-2.8 4.5-2.8s4.2 1 4.5 2.8M11.5 18.5c.3-1.8 1.9-2.8 4.5-2.8s4.2 1 4.5 2.8',
  files: 'M8 3.5h7.5L19 7v10H8zM15 3.5V7.5h4M5 7v13.5h10.5',
  match: 'M4 7.5h9M4 12h6M4 16.5h9M15 12.5l2.5 2.5 4-5.5',
  book: 'M5 4.5h12.5a1.5 1.5 0 0 1 1.5 1.5v14H6.5A1.5 1.5 0 0 1 5 18.5zM5 18.5A1.5 1.5 0 0 1 6.5 17H19M9 8.5h6M9 12h4',
  swap: 'M4.5 8.5h14M15 5l3.5 3.5L15 12M19.5 15.5h-14M9 12l-3.5 3.5L9 19',
  people: 'M9 5.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6M3.5 19c.4-3 2.6-4.7 5.5-4.7s5.1 1.7 5.5 4.7M16 6a2.7 2.7 0 0 1 0 5.2M17 14.6c2 .5 3.2 2 3.5 4.4',
  shield: 'M12 3.5 19 6v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6z',
  vault: 'M4 5h16v13H4zM6.5 18v2M17.5 18v2M12 8.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6M12 10.2v1.3l1 .8M17 9.5v4',
  percent: 'M6 18 18 6M7.5 6a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4M16.5 14.6a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4',
  sliders: 'M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h10M18 17h2M16 15v4',
  log: 'M6 3.5h12v17l-3-1.8-3 1.8-3-1.8-3 1.8zM9 8h6M9 11.5h6M9 15h3',
  key: 'M14.5 4.5a5 5 0 1 1-1.5 8.7L6.5 19.5H4v-3l6.7-6.5a5 5 0 0 1 3.8-5.5M16 8.5v.05',
  passkey:
    'M12 10.5v4.5M8.2 18c1-1.8 1.4-3.6 1.4-6a2.4 2.4 0 0 1 4.8 0c0 2.7-.4 5-1.3 7.3M4.8 14.5c.3-.9.4-1.6.4-2.5a6.8 6.8 0 0 1 13.6 0c0 1.8-.1 3.3-.5 4.9M7 5.6a9 9 0 0 1 10 0',
  note: 'M4.5 5h15v11h-8L7 19.5V16H4.5zM12 8v3M12 13.2v.05',
  funnel: 'M4.5 5.5h15L14 12.5v6l-4-2v-4z',
  snow: 'M12 3.5v17M4.64 7.75l14.72 8.5M19.36 7.75 4.64 16.25',
  undo: 'M9 5 4.5 9.5 9 14M4.5 9.5H14a5 5 0 0 1 0 10h-3',
} as const

export type DeskIconName = keyof typeof paths

/** The icons that the customers' side does not have. Decorative: words stand beside each. */
export function DeskIcon({ name, size = 'm' }: { name: DeskIconName; size?: 'l' | 'm' | 's' | 'xs' | undefined }) {
  return (
    <svg className="n-icon" data-size={size} viewBox="0 0 24 24" aria-hidden>
      <path d={paths[name]} />
    </svg>
  )
}
