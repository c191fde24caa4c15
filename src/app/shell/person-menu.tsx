import { useRouter } from '@tanstack/react-router'
import { Braces, CircleHelp, Download, LogOut, MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../session/session-store.ts'
import { isCoarse } from '../ui/data-table/editing/prepare-cell-input.ts'
import { density as densityChoice } from '../ui/data-table/layout/density.ts'
import { useDeviceChoice, type DeviceChoice } from '../ui/device-choice.ts'
import { Menu } from '../ui/overlays/menu.tsx'
import type { MenuChoice, MenuEntry } from '../ui/overlays/menu.tsx'
import { theme as themeChoice } from '../ui/theme-choice.ts'
import { FrameDialogs, type FrameDialog } from './frame-dialogs.tsx'
import { useInstall } from './install-prompt.ts'

/** The person in the top line: name, role, how screens look on this device, help, installing, their devices, what other programs may ask, and signing out. */
export function PersonMenu() {
  const { user } = useSession()
  const install = useInstall()
  const [opened, setOpened] = useState<FrameDialog | null>(null)
  const looks = useLooks()
  const entries = useEntries(install, setOpened)
  if (!user) return null
  const role = user.is_superuser ? '최고관리자' : '직원'
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            className="flex h-8 items-center gap-2 rounded-control px-2 hover:bg-paper-sunk coarse:h-11"
          >
            <span
              aria-hidden
              className="flex size-6 items-center justify-center rounded-full bg-primary-wash text-label font-semibold text-primary"
            >
              {user.nickname.slice(0, 1)}
            </span>
            <span className="max-sm:sr-only">
              {user.nickname}
              <span className="sr-only"> 님 메뉴</span>
            </span>
          </button>
        }
        heading={
          <>
            <p className="font-semibold">{user.nickname}</p>
            <p className="text-label text-ink-3">
              {role}
              {user.email ? ` · ${user.email}` : ''}
            </p>
          </>
        }
        entries={[...looks, 'rule', ...entries]}
      />
      <FrameDialogs opened={opened} onClose={() => setOpened(null)} />
    </>
  )
}

/** How screens look on this device, at once and in its other windows too. With a finger rows keep the height a finger needs. */
function useLooks(): MenuChoice[] {
  const theme = useLook('화면 밝기', themeChoice, { light: '밝게', dark: '어둡게', device: '기기 설정' })
  const density = useLook('표 간격', densityChoice, { roomy: '보통', dense: '촘촘하게' })
  return isCoarse() ? [theme] : [theme, density]
}

function useLook<Word extends string>(
  label: string,
  choice: DeviceChoice<Word>,
  words: Readonly<Record<Word, string>>,
): MenuChoice {
  const [value, keep] = useDeviceChoice(choice)
  const known = Object.keys(words) as Word[]
  return {
    ...{ label, value },
    choices: known.map((word) => ({ value: word, label: words[word] })),
    onValue(next) {
      const word = known.find((each) => each === next)
      if (word !== undefined) keep(word)
    },
  }
}

function useEntries(
  install: ReturnType<typeof useInstall>,
  open: (dialog: FrameDialog) => void,
): (MenuEntry | 'rule')[] {
  const router = useRouter()
  const icon = { size: 16, strokeWidth: 1.5 }
  const installing: MenuEntry = {
    label: '앱 설치',
    icon: <Download {...icon} />,
    onSelect: () => (install.way === 'prompt' ? void install.ask() : open('install')),
  }
  return [
    { label: '도움말', icon: <CircleHelp {...icon} />, onSelect: () => open('help') },
    ...(install.way === 'none' ? [] : [installing]),
    {
      label: '로그인한 기기',
      icon: <MonitorSmartphone {...icon} />,
      onSelect: () => void router.navigate({ to: '/account/devices' }),
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
