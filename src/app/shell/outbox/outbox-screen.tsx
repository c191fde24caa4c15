import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { storageProtection } from '#app/records/offline-copy/persistent-storage.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { describePaperState, formatPaperSize } from '#app/records/papers/paper-texts.ts'
import { useUnstoredCount } from '#app/records/unstored-values/unstored-values.ts'
import { saveFile } from '#app/ui/browser/save-file.ts'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { formatTimestamp } from '#app/ui/display/format-timestamp.ts'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { EntryView, SyncStatus } from '#mirror/offline-copy.ts'
import type { WaitingFile } from '#mirror/papers/papers-database.ts'
import { InstallDialog, useInstall } from '../account/install-dialog.tsx'
import { describeConnection, formatLastSync, useDisplayedStatus } from '../staff-frame/sync-texts.ts'
import { describeEviction } from '../staff-frame/use-storage-notices.ts'
import { classifyEntry, type OutboxSection } from './entry-state.ts'
import { OutboxEntryCard } from './outbox-entry-card.tsx'
import { classifyItem, listUnattachedFiles, type OutboxItem, toOutboxItems, useReferences } from './outbox-items.ts'

const headings: Record<OutboxSection, string> = { attention: '확인 필요', sending: '전송 중', waiting: '대기' }

/**
 * 보낼 작업: everything this user has entered that the server hasn't confirmed yet, with the possible
 * actions.
 */
export function OutboxScreen() {
  const copy = useOfflineCopy()
  const status = useDisplayedStatus()
  const unstoredCount = useUnstoredCount()
  const toast = useToast()
  const entries = useSyncExternalStore(
    (listener) => copy.outbox.subscribe(listener),
    () => copy.outbox.getEntries(),
  )
  const files = useSyncExternalStore(copy.papers.subscribe, copy.papers.getWaiting)
  const items = useMemo(() => toOutboxItems(entries, files), [entries, files])
  const hasEntries = entries.some((entry) => classifyEntry(entry) !== null)
  const isEmpty = !hasEntries && files.length === 0

  async function exportEntries() {
    const file = new Blob([await copy.outbox.exportJson()], { type: 'application/json' })
    saveFile(`보낼작업_${toOfficeDay(Date.now())}.json`, file)
    toast.success('보낼 작업을 파일로 저장했습니다.')
  }

  return (
    <PageLayout>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-title font-semibold">보낼 작업</h1>
          <p className="mt-1 text-ink-2">
            {describeConnection(status)} · 마지막 동기화 {formatLastSync(status.lastSyncAt)}
          </p>
        </div>
        <div className="flex gap-2 print:hidden">
          <Button
            icon={<Download size={16} strokeWidth={1.5} />}
            disabled={!hasEntries}
            onClick={() => void exportEntries()}
          >
            파일로 내보내기
          </Button>
          <Button
            tone="primary"
            disabled={isEmpty}
            disabledReason={isEmpty ? undefined : getSendDisabledReason(status)}
            onClick={() => copy.syncNow()}
          >
            지금 보내기
          </Button>
        </div>
      </header>
      {unstoredCount > 0 ? <UnstoredNote count={unstoredCount} /> : null}
      {isEmpty ? null : <EvictionNote />}
      {isEmpty && unstoredCount === 0 ? <EmptyOutbox /> : null}
      <LostNote entries={entries} />
      <OutboxSectionList section="attention" items={items} />
      <OutboxSectionList section="sending" items={items} />
      <OutboxSectionList section="waiting" items={items} />
      <WaitingPapers files={listUnattachedFiles(items, files)} />
    </PageLayout>
  )
}

function getSendDisabledReason(status: SyncStatus): string | undefined {
  if (status.needsSignIn) return '다시 로그인하면 이어서 전송됩니다.'
  if (status.needsFactor) return '2단계 인증을 하면 이어서 전송됩니다.'
  return status.connection === 'offline' ? '연결되면 자동으로 전송됩니다.' : undefined
}

/**
 * Values the device could not store aren't in the outbox; they are only in their table and in this
 * page's memory.
 */
function UnstoredNote({ count }: { count: number }) {
  return (
    <p role="alert" className="border-y border-danger py-4 text-danger">
      이 기기에 저장하지 못한 값이 {formatNumber(count)}건 있습니다. 저장할 수 있게 되면 자동으로 저장됩니다. 그 전에 이
      창을 닫거나 새로고침하면 사라질 수 있습니다.
    </p>
  )
}

/** The browser doesn't promise to keep what waits here. */
function EvictionNote() {
  const { state } = useSnapshot(storageProtection)
  const { method } = useInstall()
  const [isOpen, setIsOpen] = useState(false)
  if (state !== 'evictable') return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 print:hidden">
      <p>{describeEviction(method)}</p>
      {method === 'apple' ? (
        <Button size="sm" onClick={() => setIsOpen(true)}>
          설치 방법
        </Button>
      ) : null}
      <InstallDialog isOpen={isOpen} platform="apple" onClose={() => setIsOpen(false)} />
    </div>
  )
}

function EmptyOutbox() {
  return (
    <div className="border-y py-14 text-center">
      <p className="text-lead font-semibold">보낼 작업이 없습니다.</p>
      <p className="mt-1 text-ink-2">
        입력한 내용이 모두 서버에 저장되어 있습니다. 오프라인에서 수정한 내용은 여기에 모였다가 연결되면 전송됩니다.
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <Link to="/services/real-estate" search={{ tab: 'table' }} className={buildButtonClass()}>
          사건부 열기
        </Link>
        <Link to="/services/deposit" className={buildButtonClass()}>
          공탁 관리 열기
        </Link>
      </div>
    </div>
  )
}

const stepSize = 50

function OutboxSectionList({ section, items }: { section: OutboxSection; items: readonly OutboxItem[] }) {
  const [shownCount, setShownCount] = useState(stepSize)
  const references = useReferences()
  const sectionItems = items.filter((item) => classifyItem(item) === section)
  if (sectionItems.length === 0) return null
  return (
    <section aria-labelledby={`outbox-${section}`}>
      <h2 id={`outbox-${section}`} className="mb-2 flex items-baseline gap-2 text-lead font-semibold">
        {headings[section]}
        <span className={`tabular text-body ${section === 'attention' ? 'text-danger' : 'text-ink-3'}`}>
          {formatNumber(sectionItems.length)}건
        </span>
      </h2>
      <ul className="border-t border-rule-strong">
        {sectionItems.slice(0, shownCount).map((item) => (
          <li key={item.entry.opId} className="border-b">
            <OutboxEntryCard item={item} section={section} {...references} />
          </li>
        ))}
      </ul>
      {sectionItems.length > shownCount ? (
        <Button tone="transparent" className="mt-2" onClick={() => setShownCount(shownCount + stepSize)}>
          더 보기 ({formatNumber(sectionItems.length - shownCount)}건)
        </Button>
      ) : null}
    </section>
  )
}

/**
 * Above the entries a restored server has lost: the reason, and one button that sends them all
 * again. A single lost entry has this on its own card.
 */
function LostNote({ entries }: { entries: readonly EntryView[] }) {
  const { outbox } = useOfflineCopy()
  const [isBusy, setIsBusy] = useState(false)
  const count = entries.filter(({ isLost, isGone }) => isLost && !isGone).length
  if (count < 2) return null

  async function sendAll() {
    setIsBusy(true)
    await outbox.retryLost()
    setIsBusy(false)
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-y py-4">
      <p className="min-w-0 flex-1 basis-80">
        서버가 백업에서 복원되면서 작업 {formatNumber(count)}건이 서버에서 사라졌습니다. 하나씩 정하거나 모두 다시 보낼
        수 있습니다.
      </p>
      <Button isBusy={isBusy} onClick={() => void sendAll()}>
        모두 다시 보내기
      </Button>
    </div>
  )
}

/**
 * Photographs and documents that are already in their lists but whose files aren't fully on the
 * server yet; refused ones first.
 */
function WaitingPapers({ files }: { files: readonly WaitingFile[] }) {
  if (files.length === 0) return null
  const refused = files.filter(({ state }) => state === 'refused')
  const otherFiles = files.filter(({ state }) => state !== 'refused')
  return (
    <section aria-labelledby="outbox-papers">
      <h2 id="outbox-papers" className="mb-2 flex items-baseline gap-2 text-lead font-semibold">
        사진·서류 <span className="tabular text-body text-ink-3">{formatNumber(files.length)}개</span>
      </h2>
      <ul className="border-t border-rule-strong">
        {[...refused, ...otherFiles].map((file) => (
          <li key={file.contentId} className="border-b">
            <WaitingPaper file={file} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function WaitingPaper({ file }: { file: WaitingFile }) {
  const { contentId, name, size, addedAt, problem } = file
  const { papers } = useOfflineCopy()
  const isOnline = useSyncStatus().connection === 'online'
  const confirm = useConfirm()
  const toast = useToast()
  const isRefused = file.state === 'refused'
  const state = describePaperState(file, { isOnDevice: true, isOnline })

  async function discard() {
    const isConfirmed = await confirm({
      title: `'${name}' 파일을 버리시겠습니까?`,
      message: '서버에 없는 파일이 이 기기에서 지워지며 되돌릴 수 없습니다. 서류철에 남은 항목은 따로 삭제해 주세요.',
      confirmLabel: '버리기',
      isDestructive: true,
    })
    if (!isConfirmed) return
    await papers.discardFile(contentId)
    toast.info('파일을 버렸습니다.')
  }

  return (
    <article className="flex flex-col gap-2 py-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {state ? <Badge tone={state.tone}>{state.text}</Badge> : null}
        <h3 className="font-semibold">{name}</h3>
        <span className="tabular text-ink-2">{formatPaperSize(size)}</span>
        <time className="tabular ml-auto text-label text-ink-3" dateTime={new Date(addedAt).toISOString()}>
          {formatTimestamp(addedAt)} 추가
        </time>
      </header>
      {problem ? <p className={isRefused ? 'text-danger' : 'text-ink-2'}>{problem.message}</p> : null}
      <div className="flex flex-wrap gap-2 print:hidden">
        {isRefused ? <Button onClick={() => void papers.retryFile(contentId)}>다시 보내기</Button> : null}
        <Button tone="transparent" className="text-danger" onClick={() => void discard()}>
          버리기
        </Button>
      </div>
    </article>
  )
}
