import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ExportReasonProvider } from '#app/records/export-reason/export-reason-dialog.tsx'
import { RecordMakerProvider } from '#app/records/form/record-maker-provider.tsx'
import { createOwnStorage } from '#app/records/offline-copy/own-storage.ts'
import { OfflineCopyProvider, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { fetchSealingKey } from '#app/records/person-numbers/seal-person-number.ts'
import { findBookForUrl } from '#app/records/synced-books/book-for-url.ts'
import { NotCopiedPanel } from '#app/records/synced-books/not-copied-panel.tsx'
import { useSyncedCollections } from '#app/records/synced-books/use-synced-books.ts'
import { UnstoredGuard } from '#app/records/unstored-values/unstored-guard.tsx'
import { NavigationGuard } from '#app/records/unstored-values/use-navigation-guard.ts'
import { useRates } from '#app/records/use-rates.ts'
import { useApi } from '#app/session/api.tsx'
import { createUserStorage } from '#app/session/device-data/own-keys.ts'
import { isStaff, useSession } from '#app/session/session-store.ts'
import { SignInButton } from '#app/session/sign-in/sign-in-button.tsx'
import { BackgroundTasksProvider } from '#app/tasks/use-background-tasks.tsx'
import { trackKeyboard } from '#app/ui/browser/keyboard-inset.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { SavedViewsStorage } from '#app/ui/filter-bar/saved-views-menu.tsx'
import { ConfirmProvider } from '#app/ui/overlays/confirm.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { listenForSaveKey } from '#app/ui/overlays/save-key.ts'
import { ToastProvider } from '#app/ui/overlays/toast.tsx'
import { watchTheme } from '#app/ui/theme/theme-choice.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { VaultState } from '#mirror/vault/open-vault.ts'
import { maxAttempts } from '#mirror/vault/open-vault.ts'
import { FactorUnlock } from '../lock/factor-unlock.tsx'
import { FreshFactorDialog } from '../lock/fresh-factor-dialog.tsx'
import { recordActivity } from '../lock/idle-countdown.ts'
import { IdleNotice } from '../lock/idle-notice.tsx'
import { IdleUnlock } from '../lock/idle-unlock.tsx'
import { LockLayer } from '../lock/lock-layer.tsx'
import { SignOutButton, UnsentNote } from '../lock/lock-parts.tsx'
import { unlockScreen } from '../lock/screen-lock.ts'
import { useFactorLock } from '../lock/use-factor-lock.ts'
import { useIdleLock } from '../lock/use-idle-lock.ts'
import '#app/ui/theme/typeface.css'
import '#app/ui/theme/staff-typeface.css'
import { createPersistOptions, queryClient } from '../query-client.ts'
import type { ScreenMeta } from '../screen-meta.ts'
import { ScreenPending } from '../screen-states.tsx'
import { storeStaffCode } from '../updates/service-worker.ts'
import { LockedCopyScreen } from '../vault-lock/locked-copy-screen.tsx'
import { PinForm, PinPromptDialog } from '../vault-lock/pin-form.tsx'
import { usePinLock } from '../vault-lock/use-pin-lock.ts'
import { StaffFrame } from './staff-frame.tsx'
import { useStorageNotices } from './use-storage-notices.ts'
import { useSyncConsequences } from './use-sync-consequences.ts'

/** Providers for staff screens (offline copy, toasts, confirmations) and the frame around them. */
export function StaffArea({ meta, isBare }: { meta: ScreenMeta; isBare: boolean }) {
  const state = useSession()
  const { user } = state
  const isForStaff = isStaff(state)
  const api = useApi()
  useEffect(storeStaffCode, [])
  useEffect(listenForSaveKey, [])
  useLayoutEffect(watchTheme, [])
  useEffect(trackKeyboard, [])
  useEffect(() => {
    if (isForStaff) void fetchSealingKey(api)
  }, [isForStaff, api])
  if (!user) return null
  return (
    <StaffProviders userId={user.id}>
      {isStaff(state) ? <PersistedRates /> : null}
      <Locks />
      <NavigationGuard />
      <div className="relative flex h-dvh max-h-[calc(100dvh-var(--keyboard,0px))] flex-col">
        <SignInPanel />
        {isBare ? (
          <BareFrame>
            <StoredScreen />
          </BareFrame>
        ) : (
          <StaffFrame meta={meta}>
            <StoredScreen />
          </StaffFrame>
        )}
      </div>
    </StaffProviders>
  )
}

/** The current screen, or a panel if this device doesn't store its book. */
function StoredScreen() {
  return (
    <StoredBookGate>
      <Outlet />
    </StoredBookGate>
  )
}

/** The unlock form for each lock reason. */
const unlockForms = { factor: FactorUnlock, idle: IdleUnlock, pin: PinUnlock }

const renderLockedScreen = (lockedState: VaultState) => (
  <LockedCopyScreen key={lockedState.kind} lockedState={lockedState} />
)

/** Locks that cover the screens, and prompts over them. */
function Locks() {
  useFactorLock()
  useIdleLock()
  usePinLock()
  return (
    <>
      <LockLayer forms={unlockForms} />
      <IdleNotice />
      <FreshFactorDialog />
      <PinPromptDialog />
    </>
  )
}

/** Loads data every form may need without a network, from the first visit of any screen on. */
function PersistedRates() {
  useRates()
  return null
}

/** A window without a frame. It still sends, notices a lost session and asks for updates. */
function BareFrame({ children }: { children: ReactNode }) {
  useSyncConsequences()
  useStorageNotices()
  return <main className="min-h-0 flex-1 overflow-auto p-5 print:overflow-visible">{children}</main>
}

function StaffProviders({ userId, children }: { userId: string; children: ReactNode }) {
  const userStorage = useMemo(() => createUserStorage(userId, createOwnStorage(userId)), [userId])
  return (
    // The CSP blocks <style> elements; theme.css has what Base UI would put there.
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={400}>
        <ToastProvider>
          <ConfirmProvider>
            <OfflineCopyProvider userId={userId} fallback={<ScreenPending />} renderClosed={renderLockedScreen}>
              {/* Inside the copy, because responses stored for a sealed copy are sealed with its keys. */}
              <PersistQueryClientProvider
                client={queryClient}
                persistOptions={createPersistOptions(userId)}
                key={userId}
              >
                <UnstoredGuard>
                  <SavedViewsStorage value={userStorage}>
                    <RecordMakerProvider>
                      <ExportReasonProvider>
                        <BackgroundTasksProvider>{children}</BackgroundTasksProvider>
                      </ExportReasonProvider>
                    </RecordMakerProvider>
                  </SavedViewsStorage>
                </UnstoredGuard>
              </PersistQueryClientProvider>
            </OfflineCopyProvider>
          </ConfirmProvider>
        </ToastProvider>
      </Tooltip.Provider>
    </CSPProvider>
  )
}

/**
 * Replaces the screen of a book that this device doesn't store. The screen would show nothing and
 * report linked records as not found.
 */
function StoredBookGate({ children }: { children: ReactNode }) {
  const collection = useLocation({ select: ({ pathname, search }) => findBookForUrl(pathname, search) })
  const copied = useSyncedCollections()
  return collection === null || copied.has(collection) ? (
    children
  ) : (
    <NotCopiedPanel key={collection} collection={collection} />
  )
}

/** Unlocks the copy with its PIN, with or without a network. */
function PinUnlock() {
  const { user } = useSession()
  const [triesLeft, setTriesLeft] = useState(maxAttempts)
  function open() {
    recordActivity(Date.now())
    unlockScreen('pin')
  }
  /** No PIN opens the copy any more, so its data must leave the screen. */
  function applyVaultState(lockedState: VaultState) {
    if (lockedState.kind === 'locked') return setTriesLeft(lockedState.triesLeft)
    unlockScreen('pin')
    location.reload()
  }
  return (
    <section aria-labelledby="pin-lock" className="flex flex-col gap-4">
      <h1 id="pin-lock" className="text-title font-semibold">
        화면이 잠겼습니다
      </h1>
      <p className="text-ink-2">{user?.nickname} 님의 PIN을 입력하면 이어서 작업할 수 있습니다.</p>
      <UnsentNote />
      {user ? <PinForm userId={user.id} triesLeft={triesLeft} onOpen={open} onOther={applyVaultState} /> : null}
      <SignOutButton />
    </section>
  )
}

/**
 * Shown when the session ends while the user works. The screen and its open forms stay as they are,
 * the sign-in runs in a popup, and the outbox sends afterwards.
 */
function SignInPanel() {
  const { needsSignIn, lapseReason, user } = useSession()
  const { waiting, sending, attention } = useSyncStatus()
  const [isPostponed, setIsPostponed] = useState(false)
  const signInRef = useRef<HTMLButtonElement>(null)
  if (!needsSignIn) return null
  if (isPostponed) {
    return (
      // In the page flow above the frame, because an overlay would block what is below it while the
      // user puts the sign-in off.
      <div
        role="alert"
        data-screen-only
        className="flex shrink-0 items-center justify-center gap-3 bg-warn-wash px-4 py-1.5 text-warn max-sm:justify-between max-sm:px-3"
      >
        로그인이 만료되어 전송이 멈춰 있습니다.
        <SignInButton label="다시 로그인" place="window" tone="secondary" />
      </div>
    )
  }
  const unsent = waiting + sending + attention
  return (
    <Dialog
      open
      isSticky
      width="narrow"
      initialFocus={signInRef}
      title="로그인이 만료되었습니다"
      onClose={() => undefined}
      description={
        <>
          {lapseReason === '' ? null : <p className="mb-1">{lapseReason}</p>}
          <p>{user?.nickname} 님의 작성 중인 내용은 이 화면에 그대로 있습니다.</p>
          <p className="mt-1">
            {unsent > 0
              ? `보낼 작업 ${formatNumber(unsent)}건도 이 기기에 남아 있으며, 다시 로그인하면 이어서 전송됩니다.`
              : '다시 로그인하면 이어서 작업할 수 있습니다.'}
          </p>
        </>
      }
      actions={
        <>
          <Button tone="transparent" onClick={() => setIsPostponed(true)}>
            나중에
          </Button>
          <SignInButton label="다시 로그인" place="window" buttonRef={signInRef} />
        </>
      }
    >
      <p className="mt-3 text-label text-ink-3">새 창에서 로그인하며, 이 화면은 그대로 있습니다.</p>
    </Dialog>
  )
}
