import { useRouter } from '@tanstack/react-router'
import { Braces, CircleHelp, Download, KeyRound, LogOut, MonitorSmartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSession } from '#app/session/session-store.ts'
import { hasCoarsePointer } from '#app/ui/coarse-pointer.ts'
import { density as densityChoice } from '#app/ui/data-table/layout/geometry.ts'
import { type DeviceChoice, useDeviceChoice } from '#app/ui/device-choice.ts'
import { Menu, type MenuChoice, type MenuEntry } from '#app/ui/overlays/menu.tsx'
import { theme as themeChoice } from '#app/ui/theme-choice.ts'
import { type FrameDialog, FrameDialogs } from './frame-dialogs.tsx'
import { useInstall } from './install-dialog.tsx'

/**
 * User menu in the top line: name, role, display settings of this device, and the user's other
 * entries.
 */
export function PersonMenu() {
  const { user } = useSession()
  const { displaySettings, entries, dialogs } = useAccountMenu()
  if (!user) return null
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            className="flex h-8 items-center gap-2 rounded-control px-2 hover:bg-paper-sunk coarse:h-11 coarse:min-w-11 coarse:justify-center"
          >
            <span
              aria-hidden
              className="flex size-6 items-center justify-center rounded-full bg-primary-wash text-label font-semibold text-primary"
            >
              {user.nickname.slice(0, 1)}
            </span>
            <span className="max-sm:sr-only sheet-open:sr-only">
              {user.nickname}
              <span className="sr-only"> 님 메뉴</span>
            </span>
          </button>
        }
        heading={
          <>
            <p className="font-semibold">{user.nickname}</p>
            <p className="text-label text-ink-3">
              {formatRole(user)}
              {user.email ? ` · ${user.email}` : ''}
            </p>
          </>
        }
        entries={[...displaySettings, 'rule', ...entries]}
      />
      {dialogs}
    </>
  )
}

interface AccountMenuParts {
  /** Display settings of this device. */
  readonly displaySettings: readonly MenuChoice[]
  readonly entries: readonly (MenuEntry | 'rule')[]
  /** Dialogs that the entries open; rendered next to the menu. */
  readonly dialogs: ReactNode
}

/**
 * Entries about the user and this device: display settings, help, installation, devices, API access
 * of other programs, sign-out.
 */
export function useAccountMenu(): AccountMenuParts {
  const install = useInstall()
  const [opened, setOpened] = useState<FrameDialog | null>(null)
  const displaySettings = useDisplaySettings()
  const entries = useAccountEntries(install, setOpened)
  return { displaySettings, entries, dialogs: <FrameDialogs opened={opened} onClose={() => setOpened(null)} /> }
}

/**
 * Display settings; apply at once and in this device's other windows too. On touch screens rows
 * keep their touch height.
 */
function useDisplaySettings(): MenuChoice[] {
  const theme = useDisplaySetting('화면 밝기', themeChoice, { light: '밝게', dark: '어둡게', device: '기기 설정' })
  const density = useDisplaySetting('표 간격', densityChoice, { roomy: '보통', dense: '촘촘하게' })
  return hasCoarsePointer() ? [theme] : [theme, density]
}

function useDisplaySetting<Word extends string>(
  label: string,
  choice: DeviceChoice<Word>,
  labels: Readonly<Record<Word, string>>,
): MenuChoice {
  const [value, keep] = useDeviceChoice(choice)
  const known = Object.keys(labels) as Word[]
  return {
    label,
    value,
    choices: known.map((word) => ({ value: word, label: labels[word] })),
    onValue(next) {
      const word = known.find((candidate) => candidate === next)
      if (word !== undefined) keep(word)
    },
  }
}

function useAccountEntries(
  install: ReturnType<typeof useInstall>,
  open: (dialog: FrameDialog) => void,
): (MenuEntry | 'rule')[] {
  const router = useRouter()
  const icon = { size: 16, strokeWidth: 1.5 }
  const installing: MenuEntry = {
    label: '앱 설치',
    icon: <Download {...icon} />,
    onSelect: () => (install.method === 'prompt' ? void install.prompt() : open('install')),
  }
  return [
    { label: '도움말', icon: <CircleHelp {...icon} />, onSelect: () => open('help') },
    ...(install.method === 'none' ? [] : [installing]),
    {
      label: '로그인한 기기',
      icon: <MonitorSmartphone {...icon} />,
      onSelect: () => void router.navigate({ to: '/account/devices' }),
    },
    {
      label: '보안',
      icon: <KeyRound {...icon} />,
      onSelect: () => void router.navigate({ to: '/account/security' }),
    },
    {
      label: '연동 API',
      icon: <Braces {...icon} />,
      onSelect: () => void router.navigate({ to: '/staff/api' }),
    },
    'rule',
    { label: '로그아웃', icon: <LogOut {...icon} />, onSelect: () => open('sign_out') },
  ]
}

/** The user's role in the office. */
export function formatRole({ is_superuser }: { is_superuser: boolean }): string {
  return is_superuser ? '최고관리자' : '직원'
}
