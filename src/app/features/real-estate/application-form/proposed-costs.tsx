import { readDraft } from '#app/records/form/record-draft.ts'
import { useRates } from '#app/records/use-rates.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import type { Rate } from '#contract/rates/rates.ts'
import { type CostLine, proposeCosts, sumCostLines, type SummedValues } from '#domain/filings/propose-sums.ts'
import { formatWon, parseWon } from '#domain/money/won.ts'
import { applicationRecordBook } from './application-draft.ts'
import type { ApplicationForm } from './use-application-form.ts'

const proposedFields = ['acquisition_tax', 'registration_tax', 'attorney_fee'] as const
type ProposedField = (typeof proposedFields)[number]

/**
 * Amounts computed from the rates on the filing date, each with its calculation and a button to
 * adopt it. Amounts typed by staff are kept.
 */
export function ProposedCostList({ form }: { form: ApplicationForm }) {
  const { rates, refusal, refetch } = useRates()
  if (rates) return <Proposals form={form} rates={rates} />
  if (!refusal) return null
  return (
    <p className="flex items-center gap-3 text-label text-ink-2">
      요율을 불러오지 못해 금액을 산출하지 못했습니다.
      <Button size="sm" onClick={refetch}>
        다시 시도
      </Button>
    </p>
  )
}

function Proposals({ form, rates }: { form: ApplicationForm; rates: readonly Rate[] }) {
  const costs = computeProposedCosts(form, rates)
  if (!costs) return null
  const texts = form.draft?.texts ?? {}
  const rows = proposedFields.flatMap((key) => (costs[key].length > 0 ? [{ key, lines: costs[key] }] : []))
  const isApplied = ({ key, lines }: { key: ProposedField; lines: readonly CostLine[] }) => {
    const typed = parseWon(texts[key] ?? '')
    return typed.ok && typed.value === sumCostLines(lines)
  }
  const isComplete = ({ lines }: { lines: readonly CostLine[] }) => sumCostLines(lines) !== null
  const applicableRows = rows.filter((row) => isComplete(row) && !isApplied(row))
  const apply = ({ key, lines }: (typeof rows)[number]) => form.changeText(key, formatWon(sumCostLines(lines)))
  return (
    <section aria-label="요율에 따른 금액" className="flex flex-col gap-2 rounded-panel bg-paper-sunk px-4 py-3">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h3 className="font-semibold">요율에 따른 금액</h3>
        {applicableRows.length > 1 ? (
          <Button size="sm" onClick={() => applicableRows.forEach(apply)}>
            모두 입력
          </Button>
        ) : null}
      </div>
      {rows.map((row) => (
        <div key={row.key} className="flex items-start justify-between gap-3">
          <Lines title={findFieldLabel(row.key)} total={sumCostLines(row.lines)} lines={row.lines} />
          {!isComplete(row) ? null : isApplied(row) ? (
            <span className="shrink-0 py-1 text-label text-ink-3">입력됨</span>
          ) : (
            <Button size="sm" aria-label={`${findFieldLabel(row.key)} 입력`} onClick={() => apply(row)}>
              입력
            </Button>
          )}
        </div>
      ))}
      {costs.printed.length > 0 ? <Lines title="신청서에 인쇄" lines={costs.printed} /> : null}
    </section>
  )
}

function Lines({ title, total, lines }: { title: string; total?: number | null; lines: readonly CostLine[] }) {
  return (
    <dl className="min-w-0">
      <dt className="tabular flex flex-wrap gap-x-2">
        {title} {total == null ? null : <strong>{formatWon(total)}원</strong>}
      </dt>
      {lines.map(({ label, calculation }) => (
        <dd key={label} className="tabular text-label text-ink-2">
          {label}: {calculation}
        </dd>
      ))}
    </dl>
  )
}

function computeProposedCosts({ draft, loaded }: ApplicationForm, rates: readonly Rate[]) {
  if (!draft || !loaded) return null
  const { values } = readDraft(applicationRecordBook.fields, draft.texts, { today: getOfficeToday() })
  const context = { area: loaded.unit.dedicated_area, address: draft.lands[0]?.texts['address'] ?? null }
  // Invalid amounts count as unknown.
  const summedValues = Object.fromEntries(
    summedKeys.map((key) => [key, values[key] ?? null]),
  ) as unknown as SummedValues
  return proposeCosts(
    { ...summedValues, application_type: draft.texts['application_type'] ?? '' },
    {
      ...context,
      rates,
      today: getOfficeToday(),
    },
  )
}

const summedKeys = [
  'regi_date',
  'cause',
  'housing_reg_date',
  'lease_kind',
  'dedicated_area',
  'transaction_amount',
  'claim_amount',
  'lease_deposit',
  'lease_rent',
  'taxed_as',
  'heavy_tax',
  'standard_value',
  'filing_method',
  'bond_region',
]

function findFieldLabel(key: ProposedField): string {
  return applicationRecordBook.fields.find((field) => field.key === key)?.label ?? key
}
