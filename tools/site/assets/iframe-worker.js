// The search runs in a worker. Browsers allow no workers in pages opened as files, so a hidden frame replaces it there.
// The theme finds this file by "iframe-worker" in its name; without such a file it would fetch one from a server.
if (location.protocol === "file:") {
  globalThis.Worker = class {
    constructor(address) {
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.documentElement.append(frame);
      const inside = frame.contentWindow;
      inside.postMessage = (data) => setTimeout(() => this.onmessage?.({ data }));
      const script = inside.document.createElement("script");
      this.frame = frame;
      this.loaded = new Promise((done, failed) => {
        Object.assign(script, { src: address, onload: done, onerror: failed });
      });
      this.loaded.catch((event) => this.onerror?.(event));
      inside.document.head.append(script);
    }

    postMessage(data) {
      this.loaded.then(() => this.frame.contentWindow.onmessage({ data }));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
