/** A ground strewn with the strokes of the office's seal, after the fine print of certified documents. Decoration: hidden from readers. */
export function SealGround({ className = '' }: { className?: string }) {
  return (
    <svg
      aria-hidden
      width="100%"
      height="100%"
      className={`pointer-events-none absolute inset-0 text-rule ${className}`}
    >
      <defs>
        <pattern id="seal-ground" width="64" height="64" patternUnits="userSpaceOnUse">
          <g fill="none" stroke="currentColor" strokeWidth="1.2" strokeLinecap="square">
            <rect x="1.5" y="1.5" width="29" height="29" rx="4" />
            <circle cx="10.2" cy="9.3" r="3" />
            <path d="M10.2 14.2v2.6M5.6 16.9h9.2M6.6 20.2v5.2h7.4" />
            <path d="M17.8 7.4h4.2v6.4M26.4 6.4v9.9M23.4 9.3h3M23.4 12.6h3M18.2 18.6h7.6v3.3h-7.4v3.5h8" />
            <path d="M48 40v16M40 48h16" />
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#seal-ground)" />
    </svg>
  )
}
