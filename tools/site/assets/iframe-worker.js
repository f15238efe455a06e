// The search runs in a worker, which browsers refuse to pages opened as files: there a hidden frame takes its place.
// The theme looks for "iframe-worker" in the name of this file; otherwise it would fetch such a script from a server.
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
