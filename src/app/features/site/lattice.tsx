/** The lattice of a 창호 window (세살), drawn with rules only. Decoration: hidden from readers. */
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
