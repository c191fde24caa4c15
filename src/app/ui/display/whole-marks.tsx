import { splitAtMarks } from '#domain/text/company-marks.ts'

/** A text no line of which ends within a company's mark: `(주)` stays in one piece where a long name has to break. */
export function WholeMarks({ text }: { text: string }) {
  const pieces = splitAtMarks(text)
  if (pieces.length === 1) return text
  return pieces.map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      <span key={at} className="whitespace-nowrap">
        {piece}
      </span>
    ),
  )
}
