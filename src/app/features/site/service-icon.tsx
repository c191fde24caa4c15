const strokes = {
  house: 'M3 10.5 12 3.5l9 7M5.5 9v11.5h13V9M10 20.5v-6h4v6',
  company: 'M4.5 20.5v-16h9v16M13.5 9.5h6v11M2.5 20.5h19M7.5 8.5h3M7.5 12h3M7.5 15.5h3M16.5 13h0M16.5 16.5h0',
  scales: 'M12 4v16.5M7 20.5h10M5 7h14M5 7l-2.5 6.5a2.7 2.7 0 0 0 5 0L5 7ZM19 7l-2.5 6.5a2.7 2.7 0 0 0 5 0L19 7Z',
  coins:
    'M3.5 7.5c0-2 3.8-3 8.5-3s8.5 1 8.5 3-3.8 3-8.5 3-8.5-1-8.5-3ZM3.5 7.5v9c0 2 3.8 3 8.5 3s8.5-1 8.5-3v-9M3.5 12c0 2 3.8 3 8.5 3s8.5-1 8.5-3',
  calendar: 'M4 6h16v14.5H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8M8.5 15.5l2.5 2 4.5-4',
} as const

export type ServiceIconName = keyof typeof strokes

/**
 * Five icons in the style of the others (20 px, 1.5 px lines), inline so that visitors load no icon
 * chunk.
 */
export function ServiceIcon({ name }: { name: ServiceIconName }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      aria-hidden
      className="shrink-0"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={strokes[name]} />
    </svg>
  )
}
