import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'

interface ToolButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  label: string
  icon: ReactNode
  /** From which width on the label is shown; default `wide`. */
  labelFrom?: LabelWidth
}

type LabelWidth = 'everywhere' | 'wide' | 'widest'

const labelClasses: Record<LabelWidth, string> = {
  everywhere: '',
  wide: 'wordless:sr-only',
  widest: 'compact:sr-only',
}

/** A toolbar button: icon and label, or only the icon with a tooltip where labels don't fit. */
export function ToolButton({ label, labelFrom = 'wide', title = label, ...button }: ToolButtonProps) {
  return (
    <Button {...button} title={title}>
      <span className={labelClasses[labelFrom]}>{label}</span>
    </Button>
  )
}
