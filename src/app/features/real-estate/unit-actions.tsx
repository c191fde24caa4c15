import { FileDown, FilePen } from 'lucide-react'
import { lazy, Suspense, useMemo, useState, type ComponentType } from 'react'
import { downloadApplicationWords } from '#contract/applications/application-forms.ts'
import type { SelectionAction, SelectionActionsProps } from '#app/records/screen/selection-actions.tsx'

const ApplicationDialog = lazy(async () => ({
  default: (await import('./application-form/application-dialog.tsx')).ApplicationDialog,
}))
const DownloadApplications = lazy(async () => ({
  default: (await import('./application-download/download-applications.tsx')).DownloadApplications,
}))

/** Actions on chosen units, combined with actions of another feature. */
export function unitActionsWith(Others: ComponentType<SelectionActionsProps>): ComponentType<SelectionActionsProps> {
  return function UnitAndOtherActions({ screen, children }) {
    return (
      <UnitActions screen={screen}>
        {(ownActions) => <Others screen={screen}>{(others) => children([...ownActions, ...others])}</Others>}
      </UnitActions>
    )
  }
}

/**
 * Actions on chosen units: write their application forms one after another, and download them as
 * one file.
 */
function UnitActions({ screen, children }: SelectionActionsProps) {
  const [formUnitIds, setFormUnitIds] = useState<readonly string[] | null>(null)
  const [downloaded, setDownloaded] = useState<readonly string[] | null>(null)
  const actions = useMemo(
    (): readonly SelectionAction[] => [
      {
        key: 'application',
        label: '신청서 작성',
        icon: <FilePen size={16} strokeWidth={1.5} />,
        nothingChosen: '신청서 작성할 항목을 선택해주세요.',
        run: (rows) => setFormUnitIds(rows.map(({ id }) => id)),
      },
      {
        key: 'download',
        label: '신청서 다운로드',
        icon: <FileDown size={16} strokeWidth={1.5} />,
        nothingChosen: downloadApplicationWords.nothingSelected,
        run: (rows) => setDownloaded(rows.map(({ id }) => id)),
      },
    ],
    [],
  )
  return (
    <>
      {children(actions)}
      {formUnitIds ? (
        <Suspense fallback={null}>
          <ApplicationDialog unitIds={formUnitIds} history={screen.history} onClose={() => setFormUnitIds(null)} />
        </Suspense>
      ) : null}
      {downloaded ? (
        <Suspense fallback={null}>
          <DownloadApplications unitIds={downloaded} onClose={() => setDownloaded(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
