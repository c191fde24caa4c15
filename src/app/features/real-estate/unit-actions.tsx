import { FilePen } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { SelectionAction, SelectionActionsProps } from '#app/records/screen/selection-actions.tsx'

const ApplicationDialog = lazy(async () => ({
  default: (await import('./application-form/application-dialog.tsx')).ApplicationDialog,
}))

/** What is done to chosen units: their application forms are written, one after the other. */
export function UnitActions({ screen, children }: SelectionActionsProps) {
  const [written, setWritten] = useState<readonly string[] | null>(null)
  const actions = useMemo(
    (): readonly SelectionAction[] => [
      {
        key: 'application',
        label: '신청서 작성',
        icon: <FilePen size={16} strokeWidth={1.5} />,
        nothingChosen: '신청서 작성할 항목을 선택해주세요.',
        run: (rows) => setWritten(rows.map(({ id }) => id)),
      },
    ],
    [],
  )
  return (
    <>
      {children(actions)}
      {written ? (
        <Suspense fallback={null}>
          <ApplicationDialog unitIds={written} history={screen.history} onClose={() => setWritten(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
