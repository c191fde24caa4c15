import { CircleCheck } from 'lucide-react'
import type { CheckedUnit } from '#contract/applications/application-forms.ts'
import type { CheckState } from './use-application-download.ts'

/**
 * Boxes of 등기신청서 that cannot be filled, per unit. They can be filled in first or by hand on paper.
 */
export function MissingList({ check }: { check: CheckState }) {
  if (check === 'asking')
    return (
      <p role="status" className="text-ink-2">
        빠진 항목이 있는지 확인하고 있습니다...
      </p>
    )
  if ('failure' in check)
    return (
      <p role="alert" className="text-seal">
        {check.failure}
      </p>
    )
  const lacking = check.units.filter((unit) => countOf(unit) > 0)
  if (lacking.length === 0) {
    return (
      <p className="flex items-center gap-2 text-good">
        <CircleCheck size={16} strokeWidth={1.5} aria-hidden />
        모든 항목이 채워졌습니다.
      </p>
    )
  }
  return (
    <section aria-label="확인할 항목">
      <h3 className="mb-1 font-semibold">확인할 항목이 있는 세대 {lacking.length.toLocaleString('ko-KR')}건</h3>
      <p className="mb-2 text-label text-ink-2">그대로 다운로드하면 비어 있는 항목은 빈칸으로 인쇄됩니다.</p>
      <ul className="max-h-[40dvh] overflow-y-auto border-y">
        {lacking.map((unit) => (
          <li key={unit.property_id} className="border-b px-1 py-2 last:border-b-0">
            <MissingOfUnit unit={unit} isOpen={lacking.length === 1} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function MissingOfUnit({ unit, isOpen }: { unit: CheckedUnit; isOpen: boolean }) {
  const name = `${unit.group_name} ${unit.dongho}`
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2">
        <a
          href={`/popup/real-estate-units/${unit.property_id}`}
          target="_blank"
          rel="noopener"
          title="새 창에서 세대 열기"
          className="inline-flex min-h-7 items-center font-semibold text-primary underline coarse:min-h-11"
        >
          {name}
        </a>
        {unit.is_saved ? null : <span className="text-label text-ink-3">저장한 신청서 없음</span>}
      </div>
      <details open={isOpen}>
        <summary className="min-h-7 cursor-pointer content-center text-warn coarse:min-h-11">
          <span className="sr-only">{name} </span>
          {countOf(unit).toLocaleString('ko-KR')}개 항목
        </summary>
        {unit.filings
          .filter(({ missing }) => missing.length > 0)
          .map((filing, at) => (
            <MissingOfFiling key={at} {...filing} />
          ))}
      </details>
    </>
  )
}

function MissingOfFiling({ title, missing }: CheckedUnit['filings'][number]) {
  return (
    <div className="mt-1 pl-4">
      <h4 className="text-label text-ink-3">{title}</h4>
      <ul className="list-disc pl-4 text-ink-2">
        {missing.map(({ box, words }, line) => (
          <li key={line}>
            <span className="text-ink-3">{box} ·</span> {words}
          </li>
        ))}
      </ul>
    </div>
  )
}

function countOf({ filings }: CheckedUnit): number {
  return filings.reduce((sum, { missing }) => sum + missing.length, 0)
}
