import {
  Braces,
  CircleHelp,
  Download,
  Keyboard,
  KeyRound,
  LogOut,
  MonitorSmartphone,
  Moon,
  RefreshCw,
  Rows2,
  Rows4,
  Sun,
  SunMoon,
} from 'lucide-react'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { isCoarse } from '#app/ui/data-table/editing/prepare-cell-input.ts'
import { openKeyHelp } from '#app/ui/data-table/key-help/open-key-help.ts'
import { density as densityChoice } from '#app/ui/data-table/layout/density.ts'
import { mountedTables } from '#app/ui/data-table/mounted-tables.ts'
import { useDeviceChoice } from '#app/ui/device-choice.ts'
import { theme as themeChoice, type Theme } from '#app/ui/theme-choice.ts'
import type { FrameDialog } from '../frame-dialogs.tsx'
import { useInstall } from '../install-prompt.ts'
import type { Command } from './command.ts'
import { useMakeCommands } from './make-commands.tsx'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

const themes = [
  ['light', '밝게', Sun],
  ['dark', '어둡게', Moon],
  ['device', '기기 설정', SunMoon],
] as const satisfies readonly (readonly [Theme, string, unknown])[]

/**
 * Every command that is available now. Add an entry to this list for a new one. `ask` opens a
 * dialog of the frame.
 */
export function useCommands(ask: (dialog: FrameDialog) => void): readonly Command[] {
  const copy = useOfflineCopy()
  const install = useInstall()
  const [density, setDensity] = useDeviceChoice(densityChoice)
  const [theme, setTheme] = useDeviceChoice(themeChoice)
  const [table] = mountedTables()
  const createCommands = useMakeCommands()
  const isDense = density === 'dense'
  const commands: (Command | false)[] = [
    ...createCommands,
    {
      label: '지금 동기화',
      words: ['새로고침', '전송'],
      icon: <RefreshCw {...icon} />,
      does: () => copy.syncNow(),
    },
    table !== undefined && {
      label: '단축키 보기',
      words: ['키보드', 'F1'],
      icon: <Keyboard {...icon} />,
      does: () => void openKeyHelp(table),
    },
    !isCoarse() && {
      label: isDense ? '표 간격: 보통' : '표 간격: 촘촘하게',
      words: ['행 높이', '밀도'],
      icon: isDense ? <Rows2 {...icon} /> : <Rows4 {...icon} />,
      does: () => setDensity(isDense ? 'roomy' : 'dense'),
    },
    ...themes.map(
      ([value, word, Icon]) =>
        value !== theme && {
          label: `화면 밝기: ${word}`,
          words: ['테마', '다크 모드'],
          icon: <Icon {...icon} />,
          does: () => setTheme(value),
        },
    ),
    { label: '도움말', words: ['사용법', '표시'], icon: <CircleHelp {...icon} />, does: () => ask('help') },
    install.method !== 'none' && {
      label: '앱 설치',
      words: ['홈 화면에 추가'],
      icon: <Download {...icon} />,
      does: () => (install.method === 'prompt' ? void install.prompt() : ask('install')),
    },
    {
      label: '로그인한 기기',
      words: ['계정', '세션'],
      icon: <MonitorSmartphone {...icon} />,
      does: { to: '/account/devices' },
    },
    {
      label: '보안',
      words: ['2단계 인증', '패스키', '인증 앱', '복구 코드'],
      icon: <KeyRound {...icon} />,
      does: { to: '/account/security' },
    },
    { label: '연동 API', words: ['토큰', 'OpenAPI'], icon: <Braces {...icon} />, does: { to: '/staff/api' } },
    { label: '로그아웃', words: ['나가기'], icon: <LogOut {...icon} />, does: () => ask('sign_out') },
  ]
  return commands.filter((command) => command !== false)
}
