/** The office's seal: the two syllables of its name cut in a square, as on a stamped register. `isStamped`: filled with red, the letters left out of the ink. */
export function OfficeMark({ size = 28, isStamped = false }: { size?: number; isStamped?: boolean }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className="shrink-0 text-seal">
      <rect
        x="1.5"
        y="1.5"
        width="29"
        height="29"
        rx={isStamped ? 2.5 : 5}
        fill={isStamped ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="2"
      />
      <g
        fill="none"
        className={isStamped ? 'stroke-paper' : 'stroke-current'}
        strokeWidth={isStamped ? 1.7 : 1.9}
        strokeLinecap="square"
      >
        <circle cx="10.2" cy="9.3" r="3" />
        <path d="M10.2 14.2v2.6M5.6 16.9h9.2M6.6 20.2v5.2h7.4" />
        <path d="M17.8 7.4h4.2v6.4M26.4 6.4v9.9M23.4 9.3h3M23.4 12.6h3M18.2 18.6h7.6v3.3h-7.4v3.5h8" />
      </g>
    </svg>
  )
}
