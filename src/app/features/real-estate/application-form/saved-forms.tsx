import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { applicationDescription, type Application } from '#contract/books/applications.ts'
import { applicationTypeLabel } from '#domain/applications/application-type.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { HistoryPanel } from '#app/records/detail/history-panel.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { allColumnsOf } from '#app/ui/data-table/columns/table-columns.ts'
import { Select } from '#app/ui/fields/select.tsx'
import type { ApplicationDraft } from './application-draft.ts'
import type { LoadedUnit } from './load-unit.ts'
import type { ApplicationForm } from './use-application-form.ts'

/** Saved forms of this unit: open one, show its history, start a new one, copy it, or delete it. */
export function SavedForms(props: { form: ApplicationForm; loaded: LoadedUnit; draft: ApplicationDraft }) {
  const { form, loaded } = props
  const { applications } = loaded
  const { saved } = props.draft
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  if (applications.length === 0) return null
  const choices = applications.map(({ id, regi_date, application_type }) => ({
    value: id,
    label: `${formatDay(regi_date)} ${applicationTypeLabel(application_type)}`,
  }))
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-60 flex-1">
          <Select
            label="저장된 신청서"
            value={saved?.id ?? ''}
            choices={[{ value: '', label: '새 신청서' }, ...choices]}
            onValue={(id) => form.open(applications.find((each) => each.id === id) ?? null)}
          />
        </div>
        {saved ? (
          <>
            <Button aria-expanded={isHistoryOpen} onClick={() => setHistoryOpen(!isHistoryOpen)}>
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
      <HistoryPanel collection="applications" id={id} version={version} columns={columns} />
    </section>
  )
}

/** The unit of a form never changes. */
const columns = allColumnsOf(applicationDescription, { property_id: null })
