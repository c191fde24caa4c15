import { useServerQuery } from '#app/session/server-query.ts'
import {
  type RegisterCorrection,
  registerCorrectionsPath,
  registerCorrectionsSchema,
} from '#contract/register/register.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { formatCorrected, getCorrectedLabel } from './correction-texts.ts'
import { registerKey } from './register-search.ts'

/** What was corrected in the closed months of a year; renders nothing if nothing was. */
export function CorrectionList({ year }: { year: number }) {
  const { value } = useServerQuery(registerCorrectionsPath, registerCorrectionsSchema, {
    queryKey: [...registerKey, 'corrections', year],
    call: { searchParams: { year } },
  })
  if (!value || value.results.length === 0) return null
  return (
    <section aria-label="정정 내역" className="flex flex-col">
      <h2 className="pb-1 font-semibold">{`정정 내역 ${formatNumber(value.results.length)}건`}</h2>
      <ul className="border-t">
        {value.results.map((correction) => (
          <CorrectionLine key={correction.id} correction={correction} />
        ))}
      </ul>
    </section>
  )
}

function CorrectionLine({ correction }: { correction: RegisterCorrection }) {
  const { serial, field, old_value: before, new_value: after, reason, user_name: name, at } = correction
  return (
    <li className="flex flex-wrap gap-x-3 gap-y-0.5 border-b py-1.5">
      <span className="tabular font-semibold">{`${formatNumber(serial)}번 ${getCorrectedLabel(field)}`}</span>
      <span className="tabular min-w-0 wrap-anywhere">
        <del className="text-ink-3">{formatCorrected(field, before)}</del>
        {' → '}
        <ins className="no-underline">{formatCorrected(field, after)}</ins>
      </span>
      <span className="min-w-0 flex-1 basis-40 wrap-anywhere text-ink-2">{reason}</span>
      <span className="tabular text-ink-2">{`${name} · ${formatMoment(at)}`}</span>
    </li>
  )
}
