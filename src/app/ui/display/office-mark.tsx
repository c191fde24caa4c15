import { useOffice } from '../office/office-profile.ts'

/**
 * The office's mark: two letters of its name in a square, like a stamp. With `isStamp` it is
 * filled red and the letters are left blank.
 */
export function OfficeMark({ size = 28, isStamp = false }: { size?: number; isStamp?: boolean }) {
  const { seal_strokes: strokes } = useOffice()
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className="shrink-0 text-danger">
      <rect
        x="1.5"
        y="1.5"
        width="29"
        height="29"
        rx={isStamp ? 2.5 : 5}
        fill={isStamp ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="2"
      />
      <g
        fill="none"
        className={isStamp ? 'stroke-paper' : 'stroke-current'}
        strokeWidth={isStamp ? 1.7 : 1.9}
        strokeLinecap="square"
      >
        {strokes.map((stroke) => (
          <path key={stroke} d={stroke} />
        ))}
      </g>
    </svg>
  )
}
