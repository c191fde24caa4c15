import { useState } from 'react'
import { invitationDays, type Invitation, type MadeInvitation } from '#contract/people/invitations.ts'
import { AnswerPlace } from '#app/session/answer-states.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge, type BadgeTone } from '#app/ui/display/badge.tsx'
import { momentText } from '#app/ui/display/moment-text.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { MadeLink } from './made-link.tsx'
import { useInvitations } from './use-invitations.ts'

/** 직원 초대: makes a link for a new member of staff, shown once, and lists earlier ones. */
export function InvitationsDialog({ onClose }: { onClose(): void }) {
  const { data, isFetching, refetch, make, withdraw } = useInvitations()
  const [made, setMade] = useState<MadeInvitation | null>(null)
  return (
    <Dialog
      open
      // A link is shown only once, so a click outside must not close the panel.
      isSticky={made !== null}
      title="직원 초대"
      description={`링크를 받은 사람이 로그인하면 바로 직원이 됩니다. 링크는 ${invitationDays}일 동안 한 번만 사용할 수 있습니다.`}
      onClose={onClose}
      actions={<Button onClick={onClose}>닫기</Button>}
    >
      <div className="mt-4 flex flex-col gap-5">
        {made ? (
          <MadeLink made={made} onDone={() => setMade(null)} />
        ) : (
          <InvitationForm onMake={make} onMade={setMade} />
        )}
        <section aria-labelledby="invitations" className="flex flex-col gap-2">
          <h3 id="invitations" className="font-semibold">
            초대 링크 목록
          </h3>
          <AnswerPlace answer={data} what="이 목록은" isBusy={isFetching} onRetry={() => void refetch()}>
            {(invitations) => <InvitationList invitations={invitations} onWithdraw={withdraw} />}
          </AnswerPlace>
        </section>
      </div>
    </Dialog>
  )
}

interface InvitationListProps {
  invitations: readonly Invitation[]
  onWithdraw: ReturnType<typeof useInvitations>['withdraw']
}

function InvitationList({ invitations, onWithdraw }: InvitationListProps) {
  const confirm = useConfirm()
  const toast = useToast()
  if (invitations.length === 0) return <p className="border-b py-4 text-ink-2">초대 링크가 없습니다.</p>

  async function withdraw({ id, note }: Invitation) {
    const isSure = await confirm({
      title: `${note} 초대 링크를 철회하시겠습니까?`,
      message: '철회하면 이미 보낸 링크로는 직원이 될 수 없습니다.',
      confirmLabel: '철회',
      isDestructive: true,
    })
    if (!isSure) return
    const answer = await onWithdraw(id)
    if (answer.ok) toast.success('초대 링크를 철회했습니다.')
    else toast.error(answer.problem.message)
  }

  return (
    <ul aria-label="초대 링크 목록">
      {invitations.map((invitation) => (
        <li key={invitation.id} className="flex items-center gap-3 border-b py-2">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-2">
              <span className="break-all">{invitation.note}</span>
              <Badge tone={states[invitation.state].tone}>{states[invitation.state].label}</Badge>
            </p>
            <p className="tabular text-label text-ink-2">{factsOf(invitation)}</p>
          </div>
          {invitation.state === 'open' ? (
            <Button
              size="sm"
              aria-label={`${invitation.note} 초대 링크 철회`}
              onClick={() => void withdraw(invitation)}
            >
              철회
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

const states: Record<Invitation['state'], { label: string; tone: BadgeTone }> = {
  open: { label: '사용 전', tone: 'info' },
  used: { label: '사용됨', tone: 'good' },
  expired: { label: '기간 지남', tone: 'plain' },
  withdrawn: { label: '철회됨', tone: 'plain' },
}

function factsOf({ state, made_by: by, expires_at, settled_at: at, settled_by: settler }: Invitation): string {
  const made = `만든 사람 ${by}`
  const settled = at === null ? '' : momentText(Date.parse(at))
  if (state === 'used') return `${made} · ${settled} ${settler} 님이 사용`
  if (state === 'withdrawn')
    return settled === '' ? `${made} · 만든 사람의 권한 없음` : `${made} · ${settled} ${settler} 님이 철회`
  return `${made} · ${momentText(Date.parse(expires_at))}까지`
}
