/** The user's role in the office. */
export function roleWord({ is_superuser }: { is_superuser: boolean }): string {
  return is_superuser ? '최고관리자' : '직원'
}
