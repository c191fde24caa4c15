import { partsOfType, type ApplicationPart } from '#domain/applications/application-type.ts'
import { totalCost } from '#domain/applications/application-defaults.ts'
import { isGreatCity } from '#domain/office/region.ts'
import { formatWon, readWon } from '#domain/money/won.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { Controls } from './controls.tsx'
import { ProposedCostList } from './proposed-costs.tsx'
import type { ApplicationForm } from './use-application-form.ts'

const summed = ['acquisition_tax', 'registration_tax', 'attorney_fee', 'other_costs'] as const
const acquisitions: readonly ApplicationPart[] = ['ownership_transfer', 'inheritance', 'division']

/**
 * 비용: the costs of the filing with their total, which excludes the property's price, and amounts
 * that only some forms need.
 */
export function CostFields({ form }: { form: ApplicationForm }) {
  const texts = form.draft?.texts ?? {}
  const parts = partsOfType(texts['application_type'] ?? '')
  const isLease = parts.includes('lease_registration') && texts['lease_kind'] === 'lease'
  const isAcquired = parts.some((part) => acquisitions.includes(part))
  const hasTypedTax = ['acquisition_tax', 'registration_tax'].some((key) => (texts[key] ?? '') !== '')
  const total = totalCost(Object.fromEntries(summed.map((key) => [key, wonIn(texts[key] ?? '')])))
  return (
    <>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        <Controls form={form} keys={['transaction_amount', ...summed]} />
        {parts.includes('mortgage_registration') ? <Controls form={form} keys={['claim_amount']} /> : null}
        {isLease ? <Controls form={form} keys={['lease_deposit', 'lease_rent']} /> : null}
        <Controls
          form={form}
          keys={isAcquired ? ['taxed_as', 'heavy_tax', 'standard_value', 'filing_method'] : ['filing_method']}
        />
        {hasTypedTax ? <Controls form={form} keys={['tax_scope']} /> : null}
        {isAcquired && isBondRegionAsked(form) ? <Controls form={form} keys={['bond_region']} /> : null}
      </div>
      <ProposedCostList form={form} />
      <p role="status" aria-label="총 비용" className="tabular flex items-baseline justify-end gap-3">
        <span className="text-label text-ink-2">총 비용 (거래가액 제외)</span>
        <strong className="text-lead">{formatWon(total)}원</strong>
      </p>
    </>
  )
}

/** Shown if the first land's address does not determine the region, or if a value exists. */
function isBondRegionAsked({ draft }: ApplicationForm): boolean {
  if (!draft) return false
  const { bond_region: chosen = '', regi_date: day = '' } = draft.texts
  return chosen !== '' || isGreatCity(draft.lands[0]?.texts['address'] ?? null, day || officeToday()) === null
}

function wonIn(text: string): number | null {
  const read = readWon(text)
  return read.ok ? read.value : null
}
