import { applicationTypeLabel } from '#domain/applications/application-type.ts'
import { formatDay } from '#domain/office-date.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import type { ApplicationDraft } from './application-draft.ts'
import type { LoadedUnit } from './load-unit.ts'
import type { ApplicationForm } from './use-application-form.ts'

/** Forms that were saved of this unit: open another one, begin anew, or take this one as a new one. */
export function SavedForms(props: { form: ApplicationForm; loaded: LoadedUnit; draft: ApplicationDraft }) {
  const { form, loaded, draft } = props
  const { applications } = loaded
  if (applications.length === 0) return null
  const choices = applications.map((saved) => ({
    value: saved.id,
    label: `${formatDay(saved.regi_date)} ${applicationTypeLabel(saved.application_type)}`,
  }))
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-60 flex-1">
        <Select
          label="저장된 신청서"
          value={draft.saved?.id ?? ''}
          choices={[{ value: '', label: '새 신청서' }, ...choices]}
          onValue={(id) => form.open(applications.find((each) => each.id === id) ?? null)}
        />
      </div>
      {draft.saved ? <Button onClick={form.copyAsNew}>복사해서 새로 작성</Button> : null}
    </div>
  )
}
