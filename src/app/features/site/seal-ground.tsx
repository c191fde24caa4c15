import { useOffice } from '#app/ui/office-facts.ts'

/** A ground strewn with the strokes of the office's seal, after the fine print of certified documents. Decoration: hidden from readers. */
export function SealGround({ className = '' }: { className?: string }) {
  const { seal_strokes: strokes } = useOffice()
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
            {strokes.map((stroke) => (
              <path key={stroke} d={stroke} />
            ))}
            <path d="M48 40v16M40 48h16" />
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#seal-ground)" />
    </svg>
  )
}
