import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useOfflineCopy, useSyncStatus } from '../session/offline-copy.tsx'
import { closeOfflineCopy } from '../session/opened-copy.ts'
import { signOut } from '../session/sign-out.ts'
import { dirtyForms } from '../session/unsaved-work.ts'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { forgetReferenceAnswers } from './query-client.ts'

/** Signing out; unsent work is sent now, kept for the next sign-in, or discarded after typing the word. */
export function SignOutDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const copy = useOfflineCopy()
  const { waiting, sending, attention, connection } = useSyncStatus()
  const router = useRouter()
  const confirm = useConfirm()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const unsent = waiting + sending + attention
  const forms = isOpen ? dirtyForms() : []

  async function leave() {
    setBusy(true)
    await closeOfflineCopy()
    await signOut()
    await router.navigate({ to: '/' })
    // Last: while the back office still stands, its screens would ask again and keep the answers.
    forgetReferenceAnswers(copy.userId)
  }

  async function sendThenLeave() {
    setBusy(true)
    const isDone = await drained(copy)
    if (isDone) return leave()
    setBusy(false)
    toast.warning('아직 보내지 못한 작업이 있습니다. 보관하고 로그아웃하거나 잠시 후 다시 시도해 주세요.')
  }

  async function discardThenLeave() {
    const isSure = await confirm({
      title: `보낼 작업 ${unsent.toLocaleString('ko')}건을 버리시겠습니까?`,
      message: '서버에 전송되지 않은 수정 내용이 이 기기에서 지워지며 되돌릴 수 없습니다.',
      confirmLabel: '버리기',
      isDestructive: true,
      typedWord: '버리기',
    })
    if (!isSure) return
    await discardAll(copy)
    await leave()
  }

  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="로그아웃"
      description={
        <>
          {forms.length > 0 ? <p className="text-seal">저장하지 않은 입력({forms.join(', ')})이 사라집니다.</p> : null}
          <p>
            {unsent > 0
              ? `아직 전송되지 않은 작업이 ${unsent.toLocaleString('ko')}건 있습니다. 어떻게 할지 골라 주세요.`
              : '로그아웃하시겠습니까?'}
          </p>
        </>
      }
      actions={
        unsent > 0 ? (
          <>
            <Button
              tone="transparent"
              className="mr-auto text-seal"
              disabled={isBusy}
              onClick={() => void discardThenLeave()}
            >
              버리기
            </Button>
            <Button disabled={isBusy} onClick={() => void leave()}>
              다음 로그인까지 보관
            </Button>
            <Button
              tone="primary"
              isBusy={isBusy}
              disabled={connection === 'offline' || waiting + sending === 0}
              onClick={() => void sendThenLeave()}
            >
              지금 보내기
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>취소</Button>
            <Button tone="primary" isBusy={isBusy} onClick={() => void leave()}>
              로그아웃
            </Button>
          </>
        )
      }
    >
      {unsent > 0 ? (
        <p className="mt-2 text-label text-ink-3">
          보관한 작업은 이 기기에서 같은 사람이 다시 로그인해야 보이고 전송됩니다. 확인이 필요한 작업은 보내기 전에
          고쳐야 합니다.
        </p>
      ) : null}
    </Dialog>
  )
}

const patienceMs = 30_000

/** Whether everything went out within half a minute. */
function drained(copy: OfflineCopy): Promise<boolean> {
  copy.syncNow()
  return new Promise((resolve) => {
    const isEmpty = () => copy.outbox.getEntries().every((entry) => entry.state === 'acked')
    const finish = (isDone: boolean) => {
      clearTimeout(timer)
      stop()
      resolve(isDone)
    }
    const timer = setTimeout(() => finish(false), patienceMs)
    const stop = copy.outbox.subscribe(() => isEmpty() && finish(true))
    if (isEmpty()) finish(true)
  })
}

async function discardAll(copy: OfflineCopy): Promise<void> {
  for (const entry of copy.outbox.getEntries()) {
    // What is on the wire or already confirmed cannot be taken back.
    if (entry.state === 'sending' || entry.state === 'acked') continue
    // Dropping a create takes its dependants along, so a later entry may be gone by now.
    if (copy.outbox.getEntries().some((left) => left.opId === entry.opId)) await copy.outbox.discard(entry.opId)
  }
}
