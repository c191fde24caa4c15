import { Braces, Download, Keyboard, LogOut, MonitorSmartphone, RefreshCw, Rows2, Rows4 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AppPath } from '#contract/app-paths.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { isCoarse } from '#app/ui/data-table/editing/prepare-cell-input.ts'
import { openKeyHelp } from '#app/ui/data-table/key-help/open-key-help.ts'
import { density as densityChoice } from '#app/ui/data-table/layout/density.ts'
import { mountedTables } from '#app/ui/data-table/mounted-tables.ts'
import { useDeviceChoice } from '#app/ui/device-choice.ts'
import { useInstall } from '../install-prompt.ts'

/** Something that can be done from anywhere, by its name. */
export interface Command {
  readonly label: string
  /** What else people call it. */
  readonly words: readonly string[]
  readonly icon: ReactNode
  readonly does: { readonly to: AppPath } | (() => void)
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Every command that can be given here and now. A new one is an entry of this list. `ask` opens a dialog of the frame. */
export function useCommands(ask: (dialog: 'install' | 'sign_out') => void): readonly Command[] {
  const copy = useOfflineCopy()
  const install = useInstall()
  const [density, setDensity] = useDeviceChoice(densityChoice)
  const [table] = mountedTables()
  const isDense = density === 'dense'
  const commands: (Command | false)[] = [
    {
      label: '지금 동기화',
      words: ['새로고침', '전송'],
      icon: <RefreshCw {...icon} />,
      does: () => copy.syncNow(),
    },
    table !== undefined && {
      label: '단축키 보기',
      words: ['도움말', 'F1'],
      icon: <Keyboard {...icon} />,
      does: () => void openKeyHelp(table),
    },
    !isCoarse() && {
      label: isDense ? '표 간격: 편하게' : '표 간격: 촘촘하게',
      words: ['행 높이', '밀도'],
      icon: isDense ? <Rows2 {...icon} /> : <Rows4 {...icon} />,
      does: () => setDensity(isDense ? 'roomy' : 'dense'),
    },
    install.way !== 'none' && {
      label: '앱으로 설치',
      words: ['홈 화면에 추가'],
      icon: <Download {...icon} />,
      does: () => (install.way === 'prompt' ? void install.ask() : ask('install')),
    },
    {
      label: '로그인한 기기',
      words: ['계정', '세션'],
      icon: <MonitorSmartphone {...icon} />,
      does: { to: '/account/devices' },
    },
    { label: '연동 API', words: ['토큰', 'OpenAPI'], icon: <Braces {...icon} />, does: { to: '/staff/api' } },
    { label: '로그아웃', words: ['나가기'], icon: <LogOut {...icon} />, does: () => ask('sign_out') },
  ]
  return commands.filter((command) => command !== false)
}
