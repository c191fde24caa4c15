import { Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { HistoryPanel } from '#app/records/detail/history-panel.tsx'
import { useCompleteLists } from '#app/records/offline-copy/use-complete-lists.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { PartLines } from '#app/records/parts/part-lines.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import { UnbrokenMarks } from '#app/ui/display/unbroken-marks.tsx'
import { FieldEditor } from '#app/ui/fields/field-editor.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { type Application, applicationBook } from '#contract/books/applications.ts'
import {
  type ApplicationPart,
  computeTotalCost,
  formatApplicationType,
  offeredTypes,
  parseApplicationType,
} from '#domain/applications/application.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { formatWon, parseWon } from '#domain/money/won.ts'
import { isGreatCity } from '#domain/office/region.ts'
import { unitLandForm } from '../parties/party-draft.ts'
import { PartyList } from '../parties/party-list.tsx'
import { type ApplicationDraft, applicationRecordBook, type LoadedUnit } from './application-draft.ts'
import { ProposedCostList } from './proposed-costs.tsx'
import type { ApplicationForm } from './use-application-form.ts'

const summedCosts = ['acquisition_tax', 'registration_tax', 'attorney_fee', 'other_costs'] as const
const acquisitions: readonly ApplicationPart[] = ['ownership_transfer', 'inheritance', 'division']

/**
 * 비용: the costs of the filing with their total, which excludes the property's price, and amounts
 * that only some forms need.
 */
function CostFields({ form }: { form: ApplicationForm }) {
  const texts = form.draft?.texts ?? {}
  const parts = parseApplicationType(texts['application_type'] ?? '')
  const isLease = parts.includes('lease_registration') && texts['lease_kind'] === 'lease'
  const isAcquired = parts.some((part) => acquisitions.includes(part))
  const hasTypedTax = ['acquisition_tax', 'registration_tax'].some((key) => (texts[key] ?? '') !== '')
  const total = computeTotalCost(Object.fromEntries(summedCosts.map((key) => [key, parseAmountText(texts[key] ?? '')])))
  return (
    <>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        <FieldEditors form={form} keys={['transaction_amount', ...summedCosts]} />
        {parts.includes('mortgage_registration') ? <FieldEditors form={form} keys={['claim_amount']} /> : null}
        {isLease ? <FieldEditors form={form} keys={['lease_deposit', 'lease_rent']} /> : null}
        <FieldEditors
          form={form}
          keys={isAcquired ? ['taxed_as', 'heavy_tax', 'standard_value', 'filing_method'] : ['filing_method']}
        />
        {hasTypedTax ? <FieldEditors form={form} keys={['tax_scope']} /> : null}
        {isAcquired && isBondRegionShown(form) ? <FieldEditors form={form} keys={['bond_region']} /> : null}
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
function isBondRegionShown({ draft }: ApplicationForm): boolean {
  if (!draft) return false
  const { bond_region: chosen = '', regi_date: day = '' } = draft.texts
  return chosen !== '' || isGreatCity(draft.lands[0]?.texts['address'] ?? null, day || getOfficeToday()) === null
}

function parseAmountText(text: string): number | null {
  const parsed = parseWon(text)
  return parsed.ok ? parsed.value : null
}

/** Fields of the form by key, in the order of its description. */
function FieldEditors({ form, keys }: { form: ApplicationForm; keys: readonly string[] }) {
  return applicationRecordBook.fields
    .filter(({ key }) => keys.includes(key))
    .map((field) => (
      <FieldEditor
        key={field.key}
        field={field}
        text={form.draft?.texts[field.key] ?? ''}
        error={form.errors.fields[field.key]}
        onText={(text) => form.changeText(field.key, text)}
      />
    ))
}

/** The sections of the form: 기본정보 · 당사자 · 비용 · 특이사항 · 첨부서류 확인. */
export function ApplicationFields({ form }: { form: ApplicationForm }) {
  const { loaded, draft } = form
  const { banks } = useCompleteLists(useOfflineCopy(), bankList)
  if (loaded === undefined) return <p className="py-8 text-center text-ink-2">세대를 불러오고 있습니다.</p>
  if (loaded === null || draft === null)
    return <p className="py-8 text-center text-ink-2">이 세대는 삭제되었거나 이 기기에 없습니다.</p>
  return (
    <div className="flex flex-col gap-6">
      <UnitDetails loaded={loaded} />
      <SavedForms form={form} loaded={loaded} draft={draft} />
      <FormSection title="기본정보">
        <BasicFields form={form} />
        <section aria-label="토지" className="flex flex-col gap-2">
          <h3 className="font-semibold">토지</h3>
          <PartLines
            form={unitLandForm}
            parts={draft.lands}
            errors={form.errors.lands}
            onChange={(lands) => form.put({ lands })}
            onCommit={(lands) => form.put({ lands })}
          />
        </section>
      </FormSection>
      <FormSection title="당사자">
        {form.warning ? (
          <p role="status" className="rounded-control bg-warn-wash px-3 py-2 text-warn">
            {form.warning}
          </p>
        ) : null}
        <PartySection title="등기권리자">
          <PartyList
            isForFiling
            side="grantee"
            value={draft.grantees}
            onChange={(grantees) => form.put({ grantees })}
            errors={form.errors.parties}
          />
        </PartySection>
        <PartySection title="등기의무자">
          <PartyList
            isForFiling
            side="grantor"
            value={draft.grantors}
            onChange={(grantors) => form.put({ grantors })}
            errors={form.errors.parties}
            banks={banks}
          />
        </PartySection>
        <p className="text-label text-ink-3">
          근저당권설정 신청서에는 은행이 등기권리자로, 소유자가 등기의무자로 인쇄됩니다.
        </p>
      </FormSection>
      <FormSection title="비용">
        <CostFields form={form} />
      </FormSection>
      <FormSection title="특이사항">
        <FieldGrid form={form} keys={['special_notes']} />
        <p className="text-label text-ink-3">특이사항은 신청서에 인쇄되지 않습니다.</p>
      </FormSection>
      <FormSection title="첨부서류 확인">
        <DocumentChecklist form={form} />
      </FormSection>
    </div>
  )
}

const bankList = ['banks'] as const

function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="border-b pb-1 text-lead font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

function PartySection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function BasicFields({ form }: { form: ApplicationForm }) {
  const type = form.draft?.texts['application_type'] ?? ''
  const parts = parseApplicationType(type)
  const isLease = parts.includes('lease_registration')
  const leaseFields = form.draft?.texts['lease_kind'] === 'lease' ? ['lease_scope', 'lease_period'] : []
  return (
    <>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        <div className="sm:col-span-2">
          <Select
            label="신청 유형"
            isRequired
            value={type}
            choices={typeChoices(type)}
            error={form.errors.fields['application_type']}
            onValue={(value) => form.changeText('application_type', value)}
          />
        </div>
        <FieldEditors form={form} keys={['registration_cause_date', 'regi_date', 'cause', 'housing_reg_date']} />
        {isLease ? <FieldEditors form={form} keys={['lease_kind', ...leaseFields]} /> : null}
        {parts.some((part) => part.endsWith('cancellation')) ? (
          <FieldEditors form={form} keys={['cancelled_date', 'cancelled_number']} />
        ) : null}
        {parts.includes('inheritance') ? <FieldEditors form={form} keys={['deceased']} /> : null}
        {parts.some((part) => part === 'ownership_transfer' || part === 'division') ? (
          <FieldEditors form={form} keys={['moved_share']} />
        ) : null}
        {parts.includes('mortgage_registration') ? <FieldEditors form={form} keys={['debtor']} /> : null}
      </div>
    </>
  )
}

/** The standard types, and the current one if it is another combination. */
function typeChoices(type: string) {
  const values = offeredTypes.includes(type) || type === '' ? offeredTypes : [type, ...offeredTypes]
  const choices = values.map((value) => ({ value, label: formatApplicationType(value) }))
  return type === '' ? [{ value: '', label: '선택해 주세요' }, ...choices] : choices
}

function FieldGrid({ form, keys }: { form: ApplicationForm; keys: readonly string[] }) {
  return (
    <div className="grid gap-3">
      <FieldEditors form={form} keys={keys} />
    </div>
  )
}

function DocumentChecklist({ form }: { form: ApplicationForm }) {
  const fields = applicationRecordBook.fields.filter(({ group }) => group === 'documents')
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      {fields.map(({ key, label }) => (
        <label key={key} className="flex items-center gap-2 coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-primary"
            checked={form.draft?.texts[key] === 'true'}
            onChange={(event) => form.changeText(key, String(event.target.checked))}
          />
          {label}
        </label>
      ))}
    </div>
  )
}

/** Details of the unit: 고유번호, 단지명, 동호수, 등기목적, 전용면적, 대지권. */
function UnitDetails({ loaded: { unit, group } }: { loaded: LoadedUnit }) {
  const details = [
    ['고유번호', unit.immovable_num],
    ['단지명', group?.name ?? null],
    ['동호수', unit.dongho],
    ['등기목적', unit.purpose],
    ['전용면적', formatArea(unit.dedicated_area)],
    ['대지권', formatArea(unit.land_area)],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-panel bg-paper-sunk px-4 py-3 sm:grid-cols-3 lg:grid-cols-6">
      {details.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-label text-ink-3">{label}</dt>
          <dd className="tabular break-words">{value === null ? '–' : <UnbrokenMarks text={value} />}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The stored value in ㎡; null without one. */
function formatArea(value: number | null): string | null {
  return value === null ? null : `${value}㎡`
}

/** Saved forms of this unit: open one, show its history, start a new one, copy it, or delete it. */
function SavedForms(props: { form: ApplicationForm; loaded: LoadedUnit; draft: ApplicationDraft }) {
  const { form, loaded } = props
  const { applications } = loaded
  const { saved } = props.draft
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  if (applications.length === 0) return null
  const choices = applications.map(({ id, regi_date, application_type }) => ({
    value: id,
    label: `${formatDay(regi_date)} ${formatApplicationType(application_type)}`,
  }))
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-60 flex-1">
          <Select
            label="저장된 신청서"
            value={saved?.id ?? ''}
            choices={[{ value: '', label: '새 신청서' }, ...choices]}
            onValue={(id) => form.open(applications.find((application) => application.id === id) ?? null)}
          />
        </div>
        {saved ? (
          <>
            <Button aria-expanded={isHistoryOpen} onClick={() => setIsHistoryOpen(!isHistoryOpen)}>
              변경 이력
            </Button>
            <Button onClick={form.copyAsNew}>복사해서 새로 작성</Button>
            <IconButton
              label="신청서 삭제"
              icon={<Trash2 size={16} strokeWidth={1.5} />}
              onClick={() => void form.deleteSaved(saved)}
            />
          </>
        ) : null}
      </div>
      {saved && isHistoryOpen ? <FormHistory form={saved} /> : null}
    </div>
  )
}

/** Who changed the saved form, when and what. */
function FormHistory({ form: { id, version } }: { form: Application }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard (axe: scrollable-region-focusable)
    <section aria-label="신청서 변경 이력" tabIndex={0} className="max-h-80 overflow-y-auto rounded-panel border p-3">
      <HistoryPanel collection="applications" id={id} version={version} columns={formColumns} />
    </section>
  )
}

/** Without `property_id`, because the unit of a form never changes. */
const formColumns = buildAllColumns(applicationBook, { property_id: null })
