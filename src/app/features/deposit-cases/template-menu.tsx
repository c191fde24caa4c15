import { ChevronDown } from 'lucide-react'
import type { LetterTemplate } from '#contract/letter-templates.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Menu } from '#app/ui/overlays/menu.tsx'

interface TemplateMenuProps {
  templates: readonly LetterTemplate[]
  onChoose(template: LetterTemplate): void
  onManage(): void
}

/** Begins the letter with a template, or goes to the templates themselves. */
export function TemplateMenu({ templates, onChoose, onManage }: TemplateMenuProps) {
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm">
          서식으로 작성 <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
        </Button>
      }
      entries={[
        ...templates.map((template) => ({ label: template.name, onSelect: () => onChoose(template) })),
        ...(templates.length > 0 ? (['rule'] as const) : []),
        { label: '서식 관리', onSelect: onManage },
      ]}
    />
  )
}
