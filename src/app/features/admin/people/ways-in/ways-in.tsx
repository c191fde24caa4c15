import { Link2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { InvitationsDialog } from './invitations-dialog.tsx'
import { LinkedAccountsDialog } from './linked-accounts-dialog.tsx'

/** Beside the list of people, how people come in: links that make staff, and accounts of the vehicle maker. */
export function WaysIn() {
  const [open, setOpen] = useState<'invitations' | 'accounts' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button icon={<UserPlus size={16} strokeWidth={1.5} />} onClick={() => setOpen('invitations')}>
        직원 초대
      </Button>
      <Button icon={<Link2 size={16} strokeWidth={1.5} />} onClick={() => setOpen('accounts')}>
        기아 계정
      </Button>
      {open === 'invitations' ? <InvitationsDialog onClose={close} /> : null}
      {open === 'accounts' ? <LinkedAccountsDialog onClose={close} /> : null}
    </>
  )
}
