package org.busbench.reports.run;

/**
 * How the machine chooses the frequency of its CPUs. What it does not tell is null.
 *
 * @param driver what sets the frequency
 * @param governor what decides on it; several are joined by commas
 * @param lowestKilohertz allowed
 * @param highestKilohertz allowed
 * @param boost whether it may go beyond for a while
 */
public record CpuPolicy(String driver, String governor, Long lowestKilohertz, Long highestKilohertz, Boolean boost) {}
