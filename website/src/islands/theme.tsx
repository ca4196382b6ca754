import { ThemeToggle } from '@cairn/ui';

/** The footer's choice of theme. */
export default function Theme() {
  return <ThemeToggle />;
}
