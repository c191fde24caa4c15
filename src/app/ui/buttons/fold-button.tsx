import { ChevronDown, ChevronUp } from 'lucide-react'
import { Button } from './button.tsx'

interface FoldButtonProps {
  isFolded: boolean
  onFold(isFolded: boolean): void
}

/** 펼치기 or 접기, at the end of the line over what it folds. */
export function FoldButton({ isFolded, onFold }: FoldButtonProps) {
  return (
    <Button
      tone="transparent"
      size="sm"
      className="ml-auto"
      aria-expanded={!isFolded}
      icon={isFolded ? <ChevronDown {...icon} /> : <ChevronUp {...icon} />}
      onClick={() => onFold(!isFolded)}
    >
      {isFolded ? '펼치기' : '접기'}
    </Button>
  )
}

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const
