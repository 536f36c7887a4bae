// Dark or light: what the system says, unless the user says otherwise. The choice stays in this browser.
import { effect, type Signal, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'tegata-theme';

export const theme: Signal<Theme> = signal(remembered());

export function followTheme(): void {
  effect(() => {
    const { value } = theme;
    if (value === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = value;
    try {
      localStorage.setItem(KEY, value);
    } catch {
      // a browser that keeps nothing
    }
  });
}

/** The other one than what is shown. */
export function switchTheme(): void {
  const isDark = theme.value === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme.value === 'dark';
  theme.value = isDark ? 'light' : 'dark';
}

function remembered(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
}
