import type { SourceRow } from '#contract/records/row-source.ts'
import { UnbrokenMarks } from '#app/ui/display/unbroken-marks.tsx'

/**
 * The cases listed in a letter, in order. For cases of several sections, also names the client that
 * receives the letter.
 */
export function LetterCases({ rows }: { rows: readonly SourceRow[] }) {
  const sections = [...new Set(rows.map(({ record }) => String(record['business_section'] ?? '')))]
  return (
    <section aria-label="공문에 담을 사건" className="min-w-0">
      <h3 className="text-label font-semibold text-ink-2">공문에 담을 사건 {rows.length.toLocaleString('ko-KR')}건</h3>
      {sections.length > 1 ? (
        <p role="status" className="mt-2 rounded-control bg-warn-wash px-3 py-2 text-warn">
          사업구간이 서로 다른 사건입니다. 수신은 ‘{sections[0]}’의 발주처입니다.
        </p>
      ) : null}
      <ol className="mt-1 max-h-[52dvh] list-inside list-decimal overflow-auto">
        {rows.map(({ id, record }) => (
          <li key={id} className="border-b py-1.5">
            <UnbrokenMarks text={String(record['owner_name'] ?? '')} />
            <span className="block text-label text-ink-3">{String(record['address'] ?? '')}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
