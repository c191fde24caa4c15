import { splitAtMarks } from '#domain/text/company-marks.ts'

/** Text that never breaks within a company mark such as `(주)`. */
export function UnbrokenMarks({ text }: { text: string }) {
  const pieces = splitAtMarks(text)
  if (pieces.length === 1) return text
  return pieces.map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <span key={index} className="whitespace-nowrap">
        {piece}
      </span>
    ),
  )
}
