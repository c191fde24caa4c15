/** The lattice of a 창호 window (세살), drawn with lines. Decorative and hidden from screen readers. */
export function Lattice({ className = '' }: { className?: string }) {
  const bars = [20, 40, 60, 80, 100, 120, 140]
  const rails = [24, 30, 36, 116, 122, 128, 208, 214, 220]
  return (
    <svg
      viewBox="0 0 160 244"
      aria-hidden
      className={`text-rule-strong ${className}`}
      fill="none"
      stroke="currentColor"
    >
      <rect x="3" y="3" width="154" height="238" strokeWidth="3" />
      <rect x="9" y="9" width="142" height="226" strokeWidth="1" />
      {bars.map((x) => (
        <path key={x} d={`M${x} 9V235`} strokeWidth="1.4" />
      ))}
      {rails.map((y) => (
        <path key={y} d={`M9 ${y}H151`} strokeWidth="1.4" />
      ))}
    </svg>
  )
}

/** The same lattice as a band of any length: the three rails of a 세살 window over its bars. */
export function LatticeBand({ className = '' }: { className?: string }) {
  return (
    <svg aria-hidden width="100%" height="36" className={`block text-rule-strong ${className}`}>
      <defs>
        <pattern id="lattice-band" width="20" height="36" patternUnits="userSpaceOnUse">
          <path d="M10 0V36M0 12H20M0 18H20M0 24H20" fill="none" stroke="currentColor" strokeWidth="1.4" />
        </pattern>
      </defs>
      <rect width="100%" height="36" fill="url(#lattice-band)" />
    </svg>
  )
}
