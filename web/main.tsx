import './style/colours.css';
import './style/base.css';
import './style/parts.css';
import './style/check.css';
import { render } from 'preact';
import { App } from './shell/app.tsx';
import { keepForOffline } from './shell/offline.ts';
import { followTheme } from './shell/theme.ts';
import { followAddress } from './state.ts';

followTheme();
await followAddress();
render(<App />, document.getElementById('page')!);
if (import.meta.env.PROD) keepForOffline();
