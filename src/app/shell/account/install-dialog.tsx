import { proxy, useSnapshot } from 'valtio'
import { Button } from '#app/ui/buttons/button.tsx'
import { useOffice } from '#app/ui/office/office-profile.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'

interface InstallDialogProps {
  isOpen: boolean
  /**
   * Which instructions: on iPhone and iPad only the user can install; other browsers without a
   * prompt have a menu entry.
   */
  platform: 'apple' | 'browser'
  onClose(): void
}

/**
 * How to install by hand. It matters on iPhone and iPad, where Safari deletes a site's storage
 * after seven days without a visit.
 */
export function InstallDialog({ isOpen, platform, onClose }: InstallDialogProps) {
  const { seal_letters: letters } = useOffice()
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      width="narrow"
      title={platform === 'apple' ? '홈 화면에 설치' : '앱 설치'}
      actions={
        <Button tone="primary" onClick={onClose}>
          확인
        </Button>
      }
    >
      <ol className="mt-2 flex list-decimal flex-col gap-2 pl-5">
        {steps[platform].map((step) => (
          <li key={step}>{step}</li>
        ))}
        <li>{letters === '' ? '새로 생긴 아이콘으로 엽니다.' : `‘${letters}’ 아이콘으로 엽니다.`}</li>
      </ol>
      <p className="mt-3 text-ink-2">{notes[platform]}</p>
    </Dialog>
  )
}

const steps = {
  apple: ['Safari 주소창 옆의 공유 버튼을 누릅니다.', '‘홈 화면에 추가’를 선택합니다.'],
  browser: ['브라우저의 메뉴(⋮)를 엽니다.', '‘앱 설치’ 또는 ‘홈 화면에 추가’를 선택합니다.'],
}

const notes = {
  apple:
    '설치하지 않으면 7일 동안 열지 않았을 때 이 기기에 보관한 자료가 지워질 수 있습니다. 현장에서 쓰는 기기에는 꼭 설치해 주세요.',
  browser:
    '메뉴에 없으면 이미 설치되어 있거나 이 브라우저로는 설치할 수 없습니다. Chrome, Edge, 삼성 인터넷에서 설치할 수 있습니다.',
}

/** Chromium's event; missing from TypeScript's DOM types. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

const installState = proxy<{ isOffered: boolean; isInstalled: boolean }>({ isOffered: false, isInstalled: false })
let installEvent: InstallEvent | null = null

window.addEventListener('beforeinstallprompt', (event) => {
  // The browser's own bar would cover the work; the user menu offers the installation instead.
  event.preventDefault()
  installEvent = isInstallEvent(event) ? event : null
  installState.isOffered = installEvent !== null
})
window.addEventListener('appinstalled', () => {
  installState.isInstalled = true
})

/**
 * How this device installs the app: by the browser's prompt, by hand in Safari (`apple`), or by
 * another browser's menu. `none`: it already runs installed.
 */
export function useInstall(): { method: 'prompt' | 'apple' | 'browser' | 'none'; prompt(): Promise<void> } {
  const { isOffered, isInstalled } = useSnapshot(installState)
  const isStandalone = isInstalled || matchMedia('(display-mode: standalone)').matches
  return { method: isStandalone ? 'none' : isOffered ? 'prompt' : isAppleTouch() ? 'apple' : 'browser', prompt }
}

async function prompt(): Promise<void> {
  const event = installEvent
  if (!event) return
  // The event works only once.
  installEvent = null
  installState.isOffered = false
  await event.prompt()
}

/** iPadOS identifies as a Mac, but has touch points. */
function isAppleTouch(): boolean {
  return (
    /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}

function isInstallEvent(event: Event): event is InstallEvent {
  return 'prompt' in event && typeof event.prompt === 'function'
}
