// The look of the site: that of VitePress in the colours of the studio. Pages with live parts load them.
import { onContentUpdated, withBase } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './style.css';

export default {
  extends: theme,
  Layout: {
    setup() {
      onContentUpdated(() => {
        if (document.querySelector('tegata-live') !== null) void import(/* @vite-ignore */ withBase('/live/live.js'));
      });
      return () => h(theme.Layout);
    },
  },
};
