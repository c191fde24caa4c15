import { josa } from 'es-hangul'
import { useId } from 'react'
import type { ImportReport } from '#contract/records/excel-import.ts'
import { formatWon } from '#domain/money/won.ts'

interface ImportMissingProps {
  report: ImportReport
  /** Fields whose unknown names are to be created. */
  creates: readonly string[]
  onCreates(creates: readonly string[]): void
}

/** `등록되지 않은 사업구간 3개`: names in the rows that no record has, with a checkbox to create them. */
export function ImportMissing({ report, creates, onCreates }: ImportMissingProps) {
  return report.missing.map((missing) => (
    <MissingNames
      key={missing.field}
      missing={missing}
      isTicked={creates.includes(missing.field)}
      onTick={(isTicked) =>
        onCreates([...creates.filter((key) => key !== missing.field), ...(isTicked ? [missing.field] : [])])
      }
    />
  ))
}

/** Number of names shown. */
const shownNames = 30

function MissingNames(props: {
  missing: ImportReport['missing'][number]
  isTicked: boolean
  onTick(isTicked: boolean): void
}) {
  const { noun, names, reason } = props.missing
  const id = useId()
  const rest = names.length - shownNames
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-2 rounded-control border border-warn/40 bg-warn-wash p-3"
    >
      <h3 id={id} className="font-semibold text-warn">
        등록되지 않은 {noun} {formatWon(names.length)}개
      </h3>
      <p className="max-h-24 overflow-auto text-table text-ink">
        {names.slice(0, shownNames).join(', ')}
        {rest > 0 ? ` 외 ${formatWon(rest)}개` : ''}
      </p>
      {reason === null ? (
        <label className="flex items-center gap-2 coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-primary"
            checked={props.isTicked}
            onChange={(event) => props.onTick(event.target.checked)}
          />
          이 {josa(noun, '을/를')} 새로 만들어 함께 가져오기
        </label>
      ) : (
        <p className="text-label text-ink-2">{reason}</p>
      )}
    </section>
  )
}
