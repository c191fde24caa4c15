import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { listDirtyForms } from '#app/records/unstored-values/unsaved-work.ts'
import { countDrafts, discardDrafts } from '#app/session/device-data/own-keys.ts'
import { signOut } from '#app/session/sign-out.ts'
import { deviceStorage } from '#app/ui/browser/device-storage.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import type { OfflineCopy, SyncStatus } from '#mirror/offline-copy.ts'

interface SignOutDialogProps {
  isOpen: boolean
  onClose(): void
  title?: string
  /**
   * Runs once the user has chosen, before anything on this device is removed. False: it failed (and
   * reported that), and nothing else happens.
   */
  beforeSignOut?: () => Promise<boolean>
}

/**
 * Signs out. Unsent work is sent now, kept for the next sign-in, or discarded after the user types
 * the word. Everything else of the user is removed from the device.
 */
export function SignOutDialog({ isOpen, onClose, title = '로그아웃', beforeSignOut }: SignOutDialogProps) {
  const copy = useOfflineCopy()
  const { waiting, sending, attention, connection, papers } = useSyncStatus()
  const router = useRouter()
  const confirm = useConfirm()
  const toast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const files = papers.waiting + papers.refused
  const unsent = waiting + sending + attention - papers.refused
  const forms = isOpen ? listDirtyForms() : []
  const drafts = isOpen ? countDrafts(deviceStorage, copy.userId) : 0
  const unsentWork = { unsent, files, drafts }
  const needsConfirmation = unsent + files + drafts > 0

  async function signOutHere(discardFirst?: () => Promise<void>) {
    setIsBusy(true)
    if (beforeSignOut && !(await beforeSignOut())) {
      setIsBusy(false)
      return onClose()
    }
    await discardFirst?.()
    await copy.viewLog.submit(submitTimeoutMs)
    await signOut()
    await router.navigate({ to: '/' })
  }

  async function sendThenSignOut() {
    setIsBusy(true)
    const isDone = await waitUntilDrained(copy)
    if (isDone) return signOutHere()
    setIsBusy(false)
    toast.warning('아직 보내지 못한 작업이 있습니다. 보관하고 로그아웃하거나 잠시 후 다시 시도해 주세요.')
  }

  async function discardThenSignOut() {
    const isConfirmed = await confirm({
      title: `${describeUnsentWork(unsentWork)}을 버리시겠습니까?`,
      message: '서버에 없는 내용이 이 기기에서 지워지며 되돌릴 수 없습니다.',
      confirmLabel: '버리기',
      isDestructive: true,
      typedWord: '버리기',
    })
    if (isConfirmed) {
      await signOutHere(async () => {
        await discardAll(copy)
        discardDrafts(deviceStorage, copy.userId)
      })
    }
  }

  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={title}
      description={
        <>
          {forms.length > 0 ? (
            <p className="text-danger">저장하지 않은 입력({forms.join(', ')})이 사라집니다.</p>
          ) : null}
          <Question {...unsentWork} />
        </>
      }
      actions={
        needsConfirmation ? (
          <>
            <Button
              tone="transparent"
              className="mr-auto text-danger max-sm:order-last max-sm:w-full"
              disabled={isBusy}
              onClick={() => void discardThenSignOut()}
            >
              버리기
            </Button>
            <Button className="max-sm:w-full" disabled={isBusy} onClick={() => void signOutHere()}>
              다음 로그인까지 보관
            </Button>
            <Button
              tone="primary"
              isBusy={isBusy}
              className="max-sm:-order-1 max-sm:w-full"
              disabledReason={getSendDisabledReason(connection, waiting + sending + papers.waiting)}
              onClick={() => void sendThenSignOut()}
            >
              지금 보내기
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>취소</Button>
            <Button tone="primary" isBusy={isBusy} onClick={() => void signOutHere()}>
              로그아웃
            </Button>
          </>
        )
      }
    >
      <p className="mt-2 text-label text-ink-3">
        {unsent + files > 0
          ? '보관한 작업은 이 기기에서 같은 사람이 다시 로그인해야 보이고 전송됩니다. 확인이 필요한 작업은 보내기 전에 고쳐야 합니다. '
          : ''}
        {drafts > 0 ? '보관한 글은 다시 로그인하면 이어서 쓸 수 있으며, 지금 보내기로는 전송되지 않습니다. ' : ''}
        이 기기에 받아 둔 업무 자료는 지워지고, 다시 로그인하면 새로 받습니다.
      </p>
    </Dialog>
  )
}

function getSendDisabledReason(connection: SyncStatus['connection'], toSend: number): string | undefined {
  if (connection === 'offline') return '연결되어 있지 않아 지금은 보낼 수 없습니다.'
  return toSend === 0 ? '확인이 필요한 작업은 먼저 고쳐야 보낼 수 있습니다.' : undefined
}

/** How much is only on this device. */
interface UnsentWork {
  readonly unsent: number
  /** Photographs and documents. */
  readonly files: number
  readonly drafts: number
}

/** Lists what is only on this device, so that the user can choose. */
function Question({ unsent, files, drafts }: UnsentWork): ReactNode {
  if (unsent + files + drafts === 0) return <p>로그아웃하시겠습니까?</p>
  return (
    <>
      {unsent > 0 ? <p>아직 전송되지 않은 작업이 {formatNumber(unsent)}건 있습니다.</p> : null}
      {files > 0 ? <p>아직 전송되지 않은 사진·서류가 {formatNumber(files)}건 있습니다.</p> : null}
      {drafts > 0 ? <p>저장하지 않은 게시글이 {formatNumber(drafts)}건 있습니다.</p> : null}
      <p>어떻게 할지 선택해 주세요.</p>
    </>
  )
}

function describeUnsentWork({ unsent, files, drafts }: UnsentWork): string {
  const unsentTexts = [
    ...(unsent > 0 ? [`보낼 작업 ${formatNumber(unsent)}건`] : []),
    ...(files > 0 ? [`사진·서류 ${formatNumber(files)}건`] : []),
    ...(drafts > 0 ? [`저장하지 않은 게시글 ${formatNumber(drafts)}건`] : []),
  ]
  return new Intl.ListFormat('ko').format(unsentTexts)
}

/**
 * Time limit in ms for reporting what this device has shown; the rest is sent with the next
 * sign-in.
 */
const submitTimeoutMs = 2_000

const timeoutMs = 30_000

/** Whether everything was sent within half a minute. */
function waitUntilDrained(copy: OfflineCopy): Promise<boolean> {
  copy.syncNow()
  return new Promise((resolve) => {
    const isEmpty = () =>
      copy.outbox.getEntries().every((entry) => entry.state === 'acked') && copy.papers.getWaiting().length === 0
    const finish = (isDone: boolean) => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve(isDone)
    }
    const timer = setTimeout(() => finish(false), timeoutMs)
    const check = () => isEmpty() && finish(true)
    const stops = [copy.outbox.subscribe(check), copy.papers.subscribe(check)]
    if (isEmpty()) finish(true)
  })
}

async function discardAll(copy: OfflineCopy): Promise<void> {
  for (const { contentId } of copy.papers.getWaiting()) await copy.papers.discardFile(contentId)
  for (const entry of copy.outbox.getEntries()) {
    // An entry being sent or already confirmed can't be taken back.
    if (entry.state === 'sending' || entry.state === 'acked') continue
    // Discarding a create also discards its dependants, so a later entry may be gone already.
    if (copy.outbox.getEntries().some((pending) => pending.opId === entry.opId)) await copy.outbox.discard(entry.opId)
  }
}
