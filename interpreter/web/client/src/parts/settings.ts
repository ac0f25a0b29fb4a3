// The settings of this browser, watched by every view; the theme is an attribute of the page.
import { loadSettings, saveSettings } from "./memory";
import type { Settings } from "./memory";
import { Store } from "./store";

class SettingsStore extends Store {
  value: Settings = loadSettings();

  set(part: Partial<Settings>): void {
    this.value = { ...this.value, ...part };
    saveSettings(this.value);
    this.apply();
    this.changed();
  }

  apply(): void {
    const { theme } = this.value;
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }
}

export const settings = new SettingsStore();
