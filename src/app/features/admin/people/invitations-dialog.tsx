import { type FormEvent, useState } from 'react'
import { useDirtyDialog } from '#app/records/unstored-values/dirty-dialog.ts'
import { formatRefusal } from '#app/session/format-refusal.ts'
import { setupKey } from '#app/session/office/use-setup.ts'
import { ResultView } from '#app/session/result-view.tsx'
import { useServerAction } from '#app/session/server-action.ts'
import { type ServerQuery, useServerQuery } from '#app/session/server-query.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge, type BadgeTone } from '#app/ui/display/badge.tsx'
import { LinkField } from '#app/ui/fields/link-field.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import {
  type CreatedInvitation,
  createdInvitationSchema,
  type Invitation,
  invitationDays,
  invitationsPath,
  invitationsSchema,
} from '#contract/people/invitations.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'

/** 직원 초대: makes a link for a new member of staff, shown once, and lists earlier ones. */
export function InvitationsDialog({ onClose }: { onClose(): void }) {
  const query = useServerQuery(invitationsPath, listSchema, {
    queryKey: ['invitations'],
    // Not cached: devices keep no record of invited people.
    gcTime: 0,
  })
  const [invitation, setInvitation] = useState<CreatedInvitation | null>(null)
  const [note, setNote] = useState('')
  const isDirty = invitation === null && note.trim() !== ''
  const close = useDirtyDialog(isDirty, '직원 초대', onClose)
  return (
    <Dialog
      open
      // A link is shown only once, so a click outside must not close the panel.
      isSticky={invitation !== null || isDirty}
      title="직원 초대"
      description={`링크를 받은 사람이 로그인하면 바로 직원이 됩니다. 링크는 ${invitationDays}일 동안 한 번만 사용할 수 있습니다.`}
      onClose={() => void close()}
      actions={<Button onClick={() => void close()}>닫기</Button>}
    >
      <div className="mt-4 flex flex-col gap-5">
        {invitation ? (
          <CreatedLink invitation={invitation} onDone={() => setInvitation(null)} />
        ) : (
          <InvitationForm
            note={note}
            onNote={setNote}
            onCreated={(created) => {
              query.update(() => created.invitations)
              setInvitation(created)
              setNote('')
            }}
          />
        )}
        <section aria-labelledby="invitations" className="flex flex-col gap-2">
          <h3 id="invitations" className="font-semibold">
            초대 링크 목록
          </h3>
          <ResultView {...query} noun="이 목록은">
            {(invitations) => <InvitationList {...query} invitations={invitations} />}
          </ResultView>
        </section>
      </div>
    </Dialog>
  )
}

interface InvitationListProps extends Pick<ServerQuery<readonly Invitation[]>, 'update' | 'onRetry'> {
  invitations: readonly Invitation[]
}

function InvitationList({ invitations, update, onRetry }: InvitationListProps) {
  const toast = useToast()
  const withdraw = useServerAction({
    question: ({ note }: Invitation) => ({
      title: `${note} 초대 링크를 철회하시겠습니까?`,
      message: '철회하면 이미 보낸 링크로는 직원이 될 수 없습니다.',
      confirmLabel: '철회',
      isDestructive: true,
    }),
    send: (api, { id }) => api.delete(invitationsPath, { json: { id } }).json(),
    parse: listSchema.parse,
    done: '초대 링크를 철회했습니다.',
    onDone: (left) => update(() => left),
    onRefusal({ message }) {
      toast.error(message)
      onRetry()
    },
  })
  if (invitations.length === 0) return <p className="border-b py-4 text-ink-2">초대 링크가 없습니다.</p>

  return (
    <ul aria-label="초대 링크 목록">
      {invitations.map((invitation) => (
        <li key={invitation.id} className="flex items-center gap-3 border-b py-2">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-2">
              <span className="break-all">{invitation.note}</span>
              <Badge tone={states[invitation.state].tone}>{states[invitation.state].label}</Badge>
            </p>
            <p className="tabular text-label text-ink-2">{describeInvitation(invitation)}</p>
          </div>
          {invitation.state === 'open' ? (
            <Button
              size="sm"
              aria-label={`${invitation.note} 초대 링크 철회`}
              onClick={() => void withdraw.run(invitation)}
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

function describeInvitation({
  state,
  made_by: by,
  expires_at,
  settled_at: settledAt,
  settled_by: settler,
}: Invitation): string {
  const makerText = `만든 사람 ${by}`
  const settledText = settledAt === null ? '' : formatMoment(settledAt)
  if (state === 'used') return `${makerText} · ${settledText} ${settler} 님이 사용`
  if (state === 'withdrawn')
    return settledText === ''
      ? `${makerText} · 만든 사람의 권한 없음`
      : `${makerText} · ${settledText} ${settler} 님이 철회`
  return `${makerText} · ${formatMoment(expires_at)}까지`
}

interface InvitationFormProps {
  note: string
  onNote(note: string): void
  onCreated(invitation: CreatedInvitation): void
}

/** Asks whom the new link is for. */
function InvitationForm({ note, onNote, onCreated }: InvitationFormProps) {
  const [error, setError] = useState<string>()
  const { isBusy, run } = useServerAction({
    send: (api) => api.post(invitationsPath, { json: { note } }).json(),
    parse: createdInvitationSchema.parse,
    onRefusal: (problem) => setError(problem.fields?.['note'] ?? formatRefusal(problem)),
    refetches: [setupKey],
    onDone: onCreated,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (note.trim() === '') setError('받는 사람을 입력해 주세요.')
    else void run()
  }

  return (
    <form className="flex flex-col items-start gap-3" noValidate onSubmit={submit}>
      <div className="w-full">
        <TextField
          label="받는 사람"
          isRequired
          maxLength={50}
          value={note}
          error={error}
          hint="누구에게 보내는 링크인지 알아볼 수 있게 적습니다. 받는 사람에게는 보이지 않습니다."
          onValue={(value) => {
            onNote(value)
            setError(undefined)
          }}
        />
      </div>
      <Button type="submit" tone="primary" isBusy={isBusy}>
        초대 링크 만들기
      </Button>
    </form>
  )
}

interface CreatedLinkProps {
  invitation: CreatedInvitation
  /** Closes the display of the link. */
  onDone(): void
}

/** A new link, which is shown only this once. */
function CreatedLink({ invitation, onDone }: CreatedLinkProps) {
  return (
    <section aria-label="만든 초대 링크" className="flex flex-col gap-3 rounded-panel bg-paper-sunk p-4">
      <div role="status">
        <p className="font-semibold">초대 링크를 만들었습니다.</p>
        <p className="tabular text-ink-2">
          {formatMoment(invitation.expires_at)}까지 사용할 수 있습니다. 지금 복사해 두지 않으면 다시 볼 수 없습니다.
        </p>
      </div>
      <LinkField label="초대 링크" link={invitation.link}>
        <Button onClick={onDone}>다른 사람 초대</Button>
      </LinkField>
    </section>
  )
}

const listSchema = invitationsSchema.transform(({ invitations }) => invitations)
