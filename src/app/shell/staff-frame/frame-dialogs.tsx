import { DeletedRecordsDialog } from '#app/records/actions/deleted-records-dialog.tsx'
import { InstallDialog, useInstall } from '../account/install-dialog.tsx'
import { SignOutDialog } from '../account/sign-out-dialog.tsx'
import { HelpDialog } from '../help/help-dialog.tsx'

/** Dialogs that both the user menu and the global search can open. */
export type FrameDialog = 'deleted_records' | 'help' | 'install' | 'sign_out'

interface FrameDialogsProps {
  opened: FrameDialog | null
  /** Text that 삭제한 기록 searches for. */
  search?: string | undefined
  onClose(): void
}

export function FrameDialogs({ opened, search, onClose }: FrameDialogsProps) {
  const install = useInstall()
  return (
    <>
      {opened === 'deleted_records' ? <DeletedRecordsDialog search={search} onClose={onClose} /> : null}
      <HelpDialog isOpen={opened === 'help'} onClose={onClose} />
      <SignOutDialog isOpen={opened === 'sign_out'} onClose={onClose} />
      <InstallDialog
        isOpen={opened === 'install'}
        platform={install.method === 'apple' ? 'apple' : 'browser'}
        onClose={onClose}
      />
    </>
  )
}
