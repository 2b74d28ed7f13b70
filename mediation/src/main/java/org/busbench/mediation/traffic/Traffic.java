package org.busbench.mediation.traffic;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The accounts of all proxies. They stay when a configuration is read again, so that counts only rise. For any thread; what is counted is
 * changed by the loops alone, each in a column of its own.
 */
public final class Traffic {
    private final int loops;
    private final AccessLog log;
    private final Map<String, ProxyAccount> accounts = new ConcurrentHashMap<>();

    /**
     * Begins with nothing counted.
     *
     * @param loops how many loops count
     * @param log that gets a line for each message, or null
     */
    public Traffic(int loops, AccessLog log) {
        this.loops = loops;
        this.log = log;
    }

    /**
     * {@return the account of a proxy in a lane, the same one for the same names}
     *
     * @param proxy its name
     * @param lane the lane's name
     */
    public ProxyAccount account(String proxy, String lane) {
        return accounts.computeIfAbsent(proxy + ' ' + lane, key -> new ProxyAccount(proxy, lane, loops, log));
    }

    /**
     * {@return what a loop has counted; to be asked for on its thread}
     *
     * @param loop its index
     */
    public List<AccountReading> reading(int loop) {
        return accounts.values().stream().map(account -> account.reading(loop)).toList();
    }
}
