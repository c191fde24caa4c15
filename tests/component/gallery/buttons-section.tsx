import { FileDown, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { buttonSizes, type ButtonTone, buttonTones } from '#app/ui/buttons/button-look.ts'
import { Button, Spinner } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { Badge, type BadgeTone } from '#app/ui/display/badge.tsx'
import { Skeleton } from '#app/ui/display/skeleton.tsx'
import { Specimen } from './specimen.tsx'

const toneLabels: Record<ButtonTone, string> = {
  primary: '주요',
  secondary: '보통',
  success: '성공',
  danger: '위험',
  warning: '주의',
  info: '안내',
  light: '옅게',
  dark: '짙게',
  transparent: '투명',
}

const badges: readonly (readonly [BadgeTone, string])[] = [
  ['good', '활성'],
  ['plain', '비활성'],
  ['warn', '대기중'],
  ['info', '완료'],
  ['danger', '취소됨'],
  ['primary', '선택'],
]

const icon = <FileDown size={16} strokeWidth={1.5} aria-hidden />

export function ButtonsSection() {
  return (
    <>
      <Specimen title="아홉 가지, 다섯 크기">
        <ul aria-label="단추" className="flex flex-col gap-3">
          {buttonTones.map((tone) => (
            <li key={tone} className="flex flex-wrap items-center gap-2">
              {buttonSizes.map((size) => (
                <Button key={size} tone={tone} size={size}>
                  {toneLabels[tone]} {size}
                </Button>
              ))}
              <Button tone={tone} icon={icon}>
                그림과 함께
              </Button>
              <Button tone={tone} isBusy>
                처리 중
              </Button>
              <Button tone={tone} disabled>
                꺼짐
              </Button>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen title="왜 누를 수 없는지 말하는 단추">
        <ReasonButtons />
      </Specimen>
      <Specimen title="그림 단추">
        <div className="flex flex-wrap items-center gap-2">
          {buttonSizes.map((size) => (
            <IconButton key={size} size={size} label={`내려받기 ${size}`} icon={icon} />
          ))}
          {buttonTones.map((tone) => (
            <IconButton key={tone} tone={tone} label={`내려받기 ${toneLabels[tone]}`} icon={icon} />
          ))}
          <IconButton isDestructive label="줄 삭제" icon={<Trash2 size={16} strokeWidth={1.5} aria-hidden />} />
          <IconButton isBusy label="내려받는 중" icon={icon} />
          <IconButton disabledReason="내보낼 행이 없습니다." label="내보내기" icon={icon} />
        </div>
      </Specimen>
      <Specimen title="표지">
        <div className="flex flex-wrap gap-2">
          {badges.map(([tone, word]) => (
            <Badge key={tone} tone={tone}>
              {word}
            </Badge>
          ))}
        </div>
      </Specimen>
      <Specimen title="기다림">
        <div className="flex items-center gap-4">
          <Spinner />
          <Spinner size={24} label="저장하는 중" />
          <Skeleton className="h-4 w-60" />
        </div>
      </Specimen>
    </>
  )
}

/**
 * Pressing the first button toggles whether the second is enabled; the second must keep its
 * position and focus.
 */
function ReasonButtons() {
  const [isConnected, setConnected] = useState(false)
  const [pressed, setPressed] = useState(0)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button aria-pressed={isConnected} onClick={() => setConnected(!isConnected)}>
        연결
      </Button>
      <Button
        tone="primary"
        disabledReason={isConnected ? undefined : '네트워크에 연결되면 시작할 수 있습니다.'}
        onClick={() => {
          setPressed(pressed + 1)
          setConnected(false)
        }}
      >
        지금 보내기
      </Button>
      <output className="tabular text-ink-2">보낸 횟수 {pressed}</output>
    </div>
  )
}
