import { Banknote, FileDown, FileStack, FileText, RefreshCcw, ScrollText, SquareCheck } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { bookToast } from '#app/records/actions/outcome-texts.ts'
import type { SelectionAction, SelectionActionsProps } from '#app/records/screen/selection-actions.tsx'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import {
  type AddressTaskName,
  addressTasks,
  maxAddresses,
  noAddressSelectedText,
} from '#contract/addresses/address-tasks.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { collectAddressIds } from './collect-address-ids.ts'
import { useTasksDisabledReason } from './use-tasks-disabled-reason.ts'

const AddressTaskDialog = lazy(async () => ({ default: (await import('./address-task-dialog.tsx')).AddressTaskDialog }))
const StatusDialog = lazy(async () => ({ default: (await import('./status-dialog.tsx')).StatusDialog }))

interface OpenAction {
  readonly name: AddressTaskName | 'status'
  readonly addressIds: readonly string[]
  /** Number of selected rows without an address. */
  readonly skippedCount: number
}

/**
 * Tasks on the selected addresses and 상태 변경, for screens whose records are addresses or refer to
 * them. Each asks for confirmation, and all are disabled while one runs.
 */
export function AddressSelectionActions({ screen, children }: SelectionActionsProps) {
  const [openAction, setOpenAction] = useState<OpenAction | null>(null)
  const disabledReason = useTasksDisabledReason()
  const latest = useLatest({ toast: screen.toast, collection: screen.book.collection })
  const actions = useMemo(() => {
    const openFor = (name: OpenAction['name']) => (rows: readonly SourceRow[]) => {
      const { toast, collection } = latest()
      const selection = collectAddressIds(collection, rows)
      if (selection.addressIds.length === 0)
        return toast.warning(rows.length === 0 ? noAddressSelectedText : noLinkedAddressText, bookToast)
      if (selection.addressIds.length > maxAddresses) return toast.warning(tooManyAddressesText, bookToast)
      setOpenAction({ name, ...selection })
    }
    return actionIcons.map(({ name, icon }): SelectionAction => ({
      key: `address-${name}`,
      menu: '부동산 작업',
      icon,
      run: openFor(name),
      label: name === 'status' ? '상태 변경' : addressTasks[name].label,
      emptySelectionText: noAddressSelectedText,
      ...(disabledReason && { disabledReason }),
    }))
  }, [disabledReason, latest])
  const close = () => setOpenAction(null)
  return (
    <>
      {children(actions)}
      <Suspense fallback={null}>
        {openAction?.name === 'status' ? (
          <StatusDialog {...openAction} history={screen.history} onClose={close} />
        ) : null}
        {openAction && openAction.name !== 'status' ? (
          <AddressTaskDialog {...openAction} name={openAction.name} onClose={close} />
        ) : null}
      </Suspense>
    </>
  )
}

const iconProps = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const
const actionIcons: readonly { name: OpenAction['name']; icon: ReactNode }[] = [
  { name: 'issue', icon: <ScrollText {...iconProps} /> },
  { name: 'download', icon: <FileDown {...iconProps} /> },
  { name: 'refreshOwners', icon: <RefreshCcw {...iconProps} /> },
  { name: 'status', icon: <SquareCheck {...iconProps} /> },
  { name: 'landSurvey', icon: <FileStack {...iconProps} /> },
  { name: 'compensation', icon: <Banknote {...iconProps} /> },
  { name: 'officialDocument', icon: <FileText {...iconProps} /> },
]

const noLinkedAddressText = '선택한 항목에 연결된 부동산 주소가 없습니다. 상세의 부동산 주소 탭에서 먼저 연결해 주세요.'
const tooManyAddressesText = `한 번에 ${formatNumber(maxAddresses)}건까지 처리할 수 있습니다. 나누어 선택해 주세요.`
